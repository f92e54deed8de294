// While someone plays: how far the goal is from where they are. It is looked up in a table of all distances where one fits, which is made
// when they begin; until then, and where none fits, a search in the background finds it, with a limit of its own. What was found of one
// state is known of all that its shortest solution passes.
import * as api from './api.js';

const SECONDS = 20;

// state → {length, next}: the moves that are left, and the word of the first; length null: it can no longer be solved.
const known = new Map();
let text = '';
let run = null;
let asked = null; // the state that the search is for
let table = null; // {lookUp(state), end()}, once it is there
let making = null; // ends the making of the table; stays where none fits, so that it is tried once only

function learn(state, answer) {
    if (answer.status === 'unsolvable') known.set(state, { length: null, next: null });
    if (answer.status !== 'solved') return;
    known.set(state, { length: answer.length, next: answer.moves[0] ?? null });
    answer.states?.forEach((each, i) => known.set(each, { length: answer.length - i, next: answer.moves[i] ?? null }));
}

// A solution that the page has found anyway.
export function tell(rules, answer) {
    if (rules !== text) settle(rules);
    if (answer.states?.length) learn(answer.states[0], answer);
}

// These rules are on the board: what is known of others is forgotten.
export function settle(rules) {
    stop();
    if (rules === text) return;
    known.clear();
    text = rules;
    table?.end();
    table = null;
    rest();
}

// Something else is to be searched for, which comes first: what is at work here is stopped. It may begin again with the next move.
export function rest() {
    stop();
    if (table) return;
    making?.abort();
    making = null;
}

function stop() {
    asked = null;
    if (run !== null) api.stop(run).catch(() => {});
    run = null;
}

export const of = (rules, state) => (rules === text ? known.get(state) : undefined);
export const hasTable = () => table !== null;

async function lookUp(rules, state) {
    const from = table;
    if (!from) return;
    try {
        const answer = await from.lookUp(state);
        if (rules === text) learn(state, answer);
    } catch {
        if (from === table) making = table = null; // the server has dropped it: another may be made
        from.end();
    }
}

// The table of the states that can come of this start; a search that is at work meanwhile may end when it is there.
async function makeTable(rules, start) {
    if (making || !start) return;
    const mine = making = new AbortController();
    try {
        const made = await api.table(rules, start, mine.signal);
        if (mine !== making) return made?.end();
        table = made;
        const state = asked;
        if (state !== null) await lookUp(rules, state);
        if (state !== null && asked === state && known.has(state)) stop();
    } catch { /* then there is none */ }
}

async function search(rules, state) {
    stop();
    asked = state;
    try {
        const mine = await api.solve(rules, { start: state, seconds: SECONDS });
        if (asked !== state) return void api.stop(mine).catch(() => {});
        run = mine;
        const answer = await api.follow(mine, () => {});
        if (run === mine) run = null;
        if (rules === text) learn(state, answer);
    } catch { /* then it is not known */ }
    if (asked === state) asked = null;
}

// What is known of a state, once it is; undefined: it was not found in time, or something else is asked for by now. `start`: what was
// played from.
export async function find(rules, state, start) {
    if (rules !== text) settle(rules);
    if (!known.has(state)) await lookUp(rules, state);
    if (!known.has(state) && rules === text) {
        makeTable(rules, start);
        await search(rules, state);
    }
    return rules === text ? known.get(state) : undefined;
}
