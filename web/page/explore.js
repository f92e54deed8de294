// The whole space, layer by layer: a chart that grows while it is explored, and in the end the deepest states.
import * as api from './api.js';
import { drawing } from './board.js';
import { columns } from './chart.js';
import { t } from './language.js';
import { said } from './said.js';
import { by, element, number, plural } from './text.js';

const view = by('view-explore');
const go = element('button', { type: 'button', class: 'primary', id: 'explore-run' }, t('Explore the space'));
const stop = element('button', { type: 'button', class: 'danger', id: 'explore-stop', hidden: true }, t('Stop'));
const note = element('p', { class: 'note', role: 'status', id: 'explore-note' });
const place = element('div', { class: 'plot' });
const deepest = element('section', { class: 'deepest', hidden: true });
const body = element('div', { class: 'explore-body', hidden: true }, place, deepest);
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
    return said(error?.message) ?? status;
}

// The deepest states as pictures: a click makes one the start.
async function showHardest(text, states, count, depth, isCurrent) {
    const scenes = await Promise.all(states.map((state) => api.scene(text, state)));
    if (!isCurrent()) return;
    const cards = states.map((state, i) => element('li', {}, element('button', {
        type: 'button', class: 'state-card', title: t('Start from here'), 'aria-label': t('Start from {state}', { state }), 'data-state': state, onclick: () => game.setStart(state),
    }, scenes[i].scene ? drawing(scenes[i].scene, state) : element('span', { class: 'mono' }, state))));
    const figures = { n: number(states.length), all: number(count), moves: plural(depth, 'move') };
    deepest.replaceChildren(element('h3', {}, states.length < count ? t('{n} of the {all} deepest, {moves} from the start', figures) : t('The deepest, {moves} from the start', figures)),
        element('p', { class: 'note' }, t('Click one to start from it.')), element('ol', { class: 'cards' }, ...cards));
    deepest.hidden = false;
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
            if (result.hardest?.length) await showHardest(text, result.hardest, result.depths.at(-1), result.max_depth, isCurrent);
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
    deepest.replaceChildren();
    deepest.hidden = true;
    note.textContent = t('Every state that the start leads to, layer by layer: how many there are at each depth, and the deepest ones.');
}
