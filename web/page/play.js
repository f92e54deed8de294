// What someone who plays wants to know: how many moves they have made, how many are left at best, the next one as a hint, and in the
// end how far from the best it was.
import * as best from './best.js';
import { t } from './language.js';
import { mostMoves } from './rules.js';
import { by, number, plural } from './text.js';

const place = by('so-far');

let game = null;
let shown = 0; // what was asked for last
let hinted = null; // the state that a hint is shown for

const say = (text, name = '') => {
    place.textContent = text;
    place.className = `so-far ${name}`;
    place.title = text && best.hasTable() ? t('From a table of all distances.') : '';
};

function tellLeft(made, left, most) {
    const so = t('{moves} so far', { moves: plural(made, 'move') });
    if (left === undefined) return say(t('{so}; the best from here is not known.', { so }));
    if (left.length === null) return say(t('{so}; it can no longer be solved from here.', { so }), 'lost');
    const n = number(left.length);
    if (made + left.length > most) return say(t('{so}; {n} is best from here, which is more than the {most} that count.', { so, n, most: number(most) }), 'lost');
    return say(t('{so}; {n} is best from here.', { so, n }));
}

// The board shows another state: `made` moves were made by hand. `goal`: it is one.
export async function follow({ made, goal }) {
    if (hinted !== null && hinted === game.state()) return;
    hinted = null;
    const ticket = ++shown;
    if (!made) return say('');
    const text = game.text();
    if (goal) return tellEnd(text, made, ticket);
    const state = game.state();
    const known = best.of(text, state);
    const most = mostMoves(text);
    if (known) return tellLeft(made, known, most);
    say(t('{moves} so far', { moves: plural(made, 'move') }));
    if (!game.hasGoal()) return;
    const left = await best.find(text, state, game.start());
    if (ticket === shown) tellLeft(made, left, most);
}

// Another puzzle or start is on the board.
export function clear() {
    shown++;
    hinted = null;
    say('');
}

async function tellEnd(text, made, ticket) {
    const most = mostMoves(text);
    if (made > most) return say(t('At the goal after {moves}, which is more than the {most} that count.', { moves: plural(made, 'move'), most: number(most) }), 'lost');
    const solved = t('Solved by hand in {moves}.', { moves: plural(made, 'move') });
    say(solved, 'won');
    const from = await best.find(text, game.start(), game.start());
    if (ticket !== shown || !from || from.length === null) return;
    const far = made - from.length;
    say(solved + (far <= 0 ? t(' That is the fewest.') : t(' The fewest is {n}: {far} more than needed.', { n: number(from.length), far: plural(far, 'move') })), 'won');
    game.say(place.textContent);
}

by('hint').addEventListener('click', async () => {
    const state = game.state();
    if (!state || !game.hasGoal()) return;
    by('hint').disabled = true;
    const found = await best.find(game.text(), state, game.start());
    by('hint').disabled = false;
    if (state !== game.state()) return;
    shown++;
    hinted = state;
    if (!found) return say(t('No hint was found in time.'));
    if (found.length === null) return say(t('It can no longer be solved from here.'), 'lost');
    if (!found.next) return say(t('Solved: this is a goal.'));
    say(t('Hint: {word}; {n} is best from here.', { word: found.next, n: number(found.length) }));
    game.say(place.textContent);
    game.suggest(found.next);
});

// game: {text(), start(), state(), hasGoal(), suggest(word), say(text)}
export function connect(theGame) {
    game = theGame;
}
