// While someone plays: how far the goal is from where they are, found by a search in the background, with a limit of its own. What was
// found of one state is known of all that its shortest solution passes.
import * as api from './api.js';

const SECONDS = 20;

// state → {length, next}: the moves that are left, and the word of the first; length null: it can no longer be solved.
const known = new Map();
let text = '';
let run = null;
let asked = null; // the state that the search is for

function learn(state, answer) {
    if (answer.status === 'unsolvable') known.set(state, { length: null, next: null });
    if (answer.status !== 'solved') return;
    known.set(state, { length: answer.length, next: answer.moves[0] ?? null });
    answer.states?.forEach((each, i) => known.set(each, { length: answer.length - i, next: answer.moves[i] ?? null }));
}

// A solution that the page has found anyway.
export function tell(rules, answer) {
    if (rules !== text) forget(rules);
    if (answer.states?.length) learn(answer.states[0], answer);
}

export function forget(rules) {
    known.clear();
    text = rules;
    stop();
}

export function stop() {
    asked = null;
    if (run !== null) api.stop(run).catch(() => {});
    run = null;
}

export const of = (rules, state) => (rules === text ? known.get(state) : undefined);

// What is known of a state, once it is; undefined: it was not found in time, or something else is asked for by now.
export async function find(rules, state) {
    if (rules !== text) forget(rules);
    if (known.has(state)) return known.get(state);
    if (asked !== null) stop();
    asked = state;
    try {
        const mine = await api.solve(rules, { start: state, seconds: SECONDS });
        if (asked !== state) {
            api.stop(mine).catch(() => {});
            return undefined;
        }
        run = mine;
        const answer = await api.follow(mine, () => {});
        if (run === mine) run = null;
        if (rules === text) learn(state, answer);
    } catch { /* then it is not known */ }
    if (asked === state) asked = null;
    return rules === text ? known.get(state) : undefined;
}
