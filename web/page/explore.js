// The whole space, layer by layer: a chart that grows while it is explored, and in the end one of the deepest states.
import * as api from './api.js';
import { drawing } from './board.js';
import { columns } from './chart.js';
import { t } from './language.js';
import { by, element, plural } from './text.js';

const view = by('view-explore');
const go = element('button', { type: 'button', class: 'primary', id: 'explore-run' }, t('Explore the space'));
const stop = element('button', { type: 'button', class: 'danger', id: 'explore-stop', hidden: true }, t('Stop'));
const note = element('p', { class: 'note', role: 'status', id: 'explore-note' });
const place = element('div', { class: 'plot' });
const card = element('aside', { class: 'node', 'aria-live': 'polite' });
const body = element('div', { class: 'explore-body', hidden: true }, place, card);
view.append(element('div', { class: 'row' }, go, stop), note, body);

let game = null;
let run = null;
let depths = []; // states at each depth
let every = 1; // of so many layers one is shown

function draw() {
    if (view.hidden || !depths.length) return;
    const labels = depths.map((_, i) => i * every);
    columns(place, { up: { name: t('states at each depth'), values: depths, tone: 'forward' }, labels, unit: t('depth') });
}

function show(layers, step = 1) {
    depths = layers;
    every = step;
    body.hidden = !depths.length;
    draw();
}

const figures = (states, depth) => ({ states: plural(states, 'state'), moves: plural(depth, 'move') });

function tell({ status, limit, states, max_depth: depth, error }) {
    if (status === 'explored') return t('{states}; the deepest are {moves} from the start.', figures(states, depth));
    if (status === 'limit') return t('The limit of {limit} was reached after {states}, {moves} deep.', { ...figures(states, depth), limit: t(limit) });
    if (status === 'interrupted') {
        const sum = depths.reduce((all, each) => all + each, 0);
        return t('Stopped after {states}, {moves} deep.', figures(states ?? sum, Math.max(0, depths.length - 1) * every));
    }
    return error?.message ?? status;
}

async function showHardest(text, state, depth) {
    const { scene } = await api.scene(text, state);
    card.replaceChildren(element('h3', {}, t('One of the deepest')), drawing(scene, state), element('p', { class: 'mono' }, state),
        element('p', { class: 'note' }, t('{moves} from the start', { moves: plural(depth, 'move') })),
        element('button', { type: 'button', class: 'quiet', onclick: () => game.setStart(state) }, t('Start from here')));
}

async function explore() {
    const text = game.text();
    const start = game.start();
    const isCurrent = () => text === game.text() && start === game.start();
    clear();
    go.hidden = true;
    stop.hidden = false;
    stop.focus();
    try {
        const mine = run = await api.explore(text, { start });
        const result = await api.follow(mine, (report) => {
            if (!isCurrent()) return;
            show(report.layers?.[0] ?? [], report.every);
            note.textContent = t('{states} so far, {moves} deep', figures(report.remembered, report.depth));
        });
        if (isCurrent()) {
            if (result.depths?.length && result.depths.length <= 2000) show(result.depths);
            note.textContent = tell(result);
            if (result.hardest) await showHardest(text, result.hardest, result.max_depth);
        }
    } catch (error) {
        if (isCurrent()) note.textContent = `${error.message} ${error.hint || ''}`;
    }
    run = null;
    go.hidden = false;
    stop.hidden = true;
    if (document.activeElement === document.body) go.focus({ preventScroll: true });
}

go.addEventListener('click', explore);
stop.addEventListener('click', () => { if (run !== null) api.stop(run).catch(() => {}); });
new ResizeObserver(draw).observe(place);

export const redraw = draw;

export function connect(theGame) {
    game = theGame;
}

// Another puzzle or start: what runs for the one before is stopped.
export function clear() {
    if (run !== null) api.stop(run).catch(() => {});
    depths = [];
    body.hidden = true;
    card.replaceChildren();
    note.textContent = t('Every state that the start leads to, layer by layer: how many there are at each depth, and the deepest one.');
}
