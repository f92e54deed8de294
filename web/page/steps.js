// The search step by step: its pseudo-code with the line at hand, the state that is expanded, and the open list in its order, with g, h and f;
// forwards and backwards, one search or two in step beside each other. quiz.js asks what comes next.
import { t } from './language.js';
import { Lane } from './lane.js';
import { Quiz } from './quiz.js';
import { SEARCHES } from './search.js';
import { by, element, still, svg } from './text.js';

const GLANCE = 150; // milliseconds
const LARGEST = 100000; // characters of rules: each step sends them

const view = by('view-steps');
const options = (chosen) => Object.entries(SEARCHES).map(([kind, { name }]) => element('option', { value: kind, selected: kind === chosen }, name));
const first = element('select', { id: 'steps-search' }, ...options('bfs'));
const second = element('select', { id: 'steps-beside' }, element('option', { value: '' }, t('nothing')), ...options(''));
const note = element('p', { class: 'note', role: 'status', id: 'steps-note' });
const room = element('div', { class: 'lanes' });

const button = (id, name, sign, onclick) => element('button', { type: 'button', id: `steps-${id}`, class: 'icon', 'aria-label': name, title: name, onclick },
    svg('svg', {}, svg('use', { href: `#i-${sign}` })));
const play = element('button', { type: 'button', id: 'steps-play' }, t('Play'));
const ask = element('button', { type: 'button', id: 'steps-quiz', 'aria-pressed': 'false' }, t('What comes next?'));
const buttons = [
    button('first', t('To the beginning'), 'first', () => act(async () => { while (each((lane) => lane.search.back())); })),
    button('last-state', t('One state back'), 'rewind', () => act(async () => each((lane) => lane.search.backToLast()))),
    button('back', t('One line back'), 'back', () => act(async () => each((lane) => lane.search.back()))),
    button('line', t('One line further'), 'step', () => act(() => all((lane) => lane.search.forward()))),
    button('state', t('One state further'), 'forward', () => act(() => all((lane) => lane.search.toNext()))),
    button('end', t('To the end'), 'last', () => run(0)),
];
const bar = element('div', { class: 'row', role: 'group', 'aria-label': t('Steps of the search') }, ...buttons, play, ask);
view.append(element('div', { class: 'row' }, element('label', { for: 'steps-search' }, t('Search')), first,
    element('label', { for: 'steps-beside' }, t('beside it')), second), bar, note, room);

let game = null;
let lanes = [];
let running = 0; // the run that plays; a later one ends it
const quiz = new Quiz({ ask, act, draw, say: (text) => { note.textContent = text; } });

// Whether any lane could.
const each = (move) => lanes.map((lane) => move(lane)).some(Boolean);
const all = async (move) => (await Promise.all(lanes.map((lane) => move(lane)))).some(Boolean);

function draw() {
    for (const lane of lanes) lane.draw();
    const begun = lanes.some(({ search }) => search.at > 0);
    const over = lanes.length > 0 && lanes.every(({ search }) => search.isOver);
    buttons.forEach((each, i) => { each.disabled = !lanes.length || quiz.isOn || (i < 3 ? !begun : over); });
    play.disabled = !lanes.length || quiz.isOn || (over && !running);
    play.textContent = running ? t('Pause') : t('Play');
    ask.disabled = lanes.length !== 1 || Boolean(running) || (over && !quiz.isOn);
    note.classList.toggle('unseen', lanes.length === 2); // then each lane says it itself
    if (!quiz.isOn) note.textContent = lanes.map((lane) => (lanes.length === 1 ? '' : `${lane.rule.name}: `) + lane.told()).join(' ');
}

// One thing at a time: a step waits for moves that are asked for, and the next one for it.
let last = Promise.resolve();
let waiting = 0;
function act(move) {
    const mine = lanes;
    room.setAttribute('aria-busy', String(++waiting > 0));
    last = last.then(async () => {
        if (mine !== lanes || !lanes.length) return false;
        let wrong = null;
        const done = await move().catch((error) => { wrong = error; });
        if (mine !== lanes) return false;
        if (wrong) restart();
        else draw();
        if (wrong) note.textContent = `${wrong.message} ${wrong.hint || ''}`;
        game.mark();
        return done;
    }).finally(() => room.setAttribute('aria-busy', String(--waiting > 0)));
    return last;
}

// State after state, with a pause between them; 0: none, to the end.
async function run(pause) {
    if (running) {
        running = 0;
        return draw();
    }
    const mine = running = Math.random();
    const mineLanes = lanes;
    const far = async (lane) => { // as far as an eye would see
        const end = Date.now() + GLANCE;
        let moved = false;
        while (Date.now() < end && await lane.search.toNext()) moved = true;
        return moved;
    };
    const move = pause ? (lane) => lane.search.forward() : far;
    while (running === mine && lanes === mineLanes && await act(() => all(move))) {
        await new Promise((wake) => { setTimeout(wake, pause); });
    }
    if (running === mine) running = 0;
    if (lanes === mineLanes) draw(); // else it was begun anew, perhaps with a reason that is told
    game.mark();
}

play.addEventListener('click', () => run(still() ? 900 : 600));
bar.addEventListener('keydown', (event) => {
    const which = { ArrowLeft: 2, ArrowRight: 3 }[event.key];
    if (which === undefined || buttons[which].disabled) return;
    event.preventDefault();
    buttons[which].click();
});

function restart() {
    running = 0;
    quiz.end();
    lanes = [];
    const text = game.text();
    const start = game.start();
    if (!game.hasGoal() || !start || text.length > LARGEST) {
        room.replaceChildren();
        draw();
        note.textContent = text.length > LARGEST ? t('These rules are too long to step through.') : t('A search needs a start and a goal.');
        return;
    }
    lanes = [first.value, second.value].filter(Boolean).map((kind) => new Lane(text, start, kind));
    room.replaceChildren(...lanes.map(({ place }) => place));
    room.classList.toggle('two', lanes.length === 2);
    draw();
}
for (const choice of [first, second]) {
    choice.addEventListener('change', () => {
        restart();
        game.mark();
    });
}
ask.addEventListener('click', () => quiz.toggle(lanes[0]));

export function connect(theGame) {
    game = theGame;
}

let shown = null; // what the lanes are for

export const isPlaying = () => running !== 0;

// Which searches are on show and how many lines of each are done, for the address: `bfs.12_astar.30`. undefined: nothing to tell.
export function atHand() {
    const parts = lanes.map(({ kind, search }) => `${kind}.${search.at}`).join('_');
    return view.hidden || parts === 'bfs.0' ? undefined : parts || undefined;
}

// The same again; what is not there, or damaged, is BFS that has not begun.
export async function open(told) {
    if (view.hidden) return;
    const wanted = (told ?? 'bfs.0').split('_').slice(0, 2).map((part) => part.match(/^([a-z]+)\.(\d+)$/)).filter((found) => found && found[1] in SEARCHES);
    const kinds = wanted.map(([, kind]) => kind);
    if (!kinds.length) return;
    if (lanes.map(({ kind }) => kind).join() !== kinds.join()) {
        [first.value, second.value] = [kinds[0], kinds[1] ?? ''];
        restart();
    }
    await act(() => Promise.all(lanes.map(({ search }, i) => search.goTo(Number(wanted[i][2])))));
}

// The view is on show, or another puzzle or start is.
export function refresh() {
    const wanted = game?.info() ? `${game.start()}\n${game.text()}` : null;
    if (view.hidden || wanted === shown) return;
    shown = wanted;
    if (wanted !== null) return restart();
    running = 0;
    lanes = [];
    room.replaceChildren();
    draw();
    note.textContent = '';
}
