// Several algorithms on the same start, one after the other so that their times can be compared: charts on one
// axis for each number, with one line that says what it means, and a table.
import * as api from './api.js';
import { rows } from './chart.js';
import { t } from './language.js';
import { by, bytes, element, number, plural, seconds } from './text.js';

const MEASURES = [
    ['length', 'Solution length', 'Moves of the solution: every algorithm proves the same number.', number],
    ['expanded', 'Expanded', 'States whose moves were tried: the work that was done.', number],
    ['generated', 'Generated', 'States that these moves led to, repeated ones included.', number],
    ['peak_bytes', 'Memory', 'The most that was in use, by the puzzle and the search together.', bytes],
    ['seconds', 'Time', 'From the start of the search to its answer, on this machine.', seconds],
];

const view = by('view-compare');
const choices = element('div', { class: 'checks', role: 'group', 'aria-label': t('Algorithms to compare') });
const run = element('button', { type: 'button', class: 'primary', id: 'compare-run' }, t('Compare'));
const stop = element('button', { type: 'button', class: 'danger', id: 'compare-stop', hidden: true }, t('Stop'));
const note = element('p', { class: 'note', role: 'status' });
const charts = element('div', { class: 'charts' });
const table = element('div', { class: 'table-room', tabindex: '0', role: 'region', 'aria-label': t('The numbers as a table') });
const empty = element('p', { class: 'empty' }, t('Choose two or more algorithms: each solves the same start, and their work is set side by side.'));
view.append(element('div', { class: 'row between' }, choices, element('div', { class: 'row' }, run, stop)), note, empty, charts, table);
table.hidden = true;

let game = null;
let running = null; // the run at work
let stopped = false;

const chosen = () => [...choices.querySelectorAll('input:checked')].map((box) => box.value);

function drawCharts(results) {
    const solved = results.filter((result) => result.statistics);
    charts.replaceChildren(...MEASURES.map(([key, name, meaning, format]) => {
        const items = solved.map((result) => {
            const value = key === 'length' ? result.length : result.statistics[key];
            return { name: result.name, value: value ?? 0, label: value === undefined || value === null ? '–' : format(value), known: result.status === 'solved' };
        });
        const least = Math.min(...items.filter((item) => item.known).map((item) => item.value));
        for (const item of items) item.best = key !== 'length' && item.known && item.value === least;
        return element('section', { class: 'measure' }, element('h3', {}, t(name)), element('p', { class: 'note' }, t(meaning)), rows(items));
    }));
}

function drawTable(results) {
    table.hidden = false;
    const head = element('tr', {}, element('th', { scope: 'col' }, t('Algorithm')), element('th', { scope: 'col' }, t('Outcome')),
        ...MEASURES.map(([, name, meaning]) => element('th', { scope: 'col', class: 'n', title: t(meaning) }, t(name))));
    const body = results.map((result) => element('tr', {}, element('th', { scope: 'row' }, result.name),
        element('td', {}, result.status === 'limit' ? `${t('limit')}: ${t(result.limit)}` : t(result.status)),
        ...MEASURES.map(([key, , , format]) => {
            const value = key === 'length' ? result.length : result.statistics?.[key];
            return element('td', { class: 'n' }, value === undefined || value === null ? '–' : format(value));
        })));
    table.replaceChildren(element('table', {}, element('thead', {}, head), element('tbody', {}, ...body)));
}

async function one(name) {
    running = await api.solve(game.text(), { start: game.start(), algorithm: name });
    const result = await api.follow(running, (report) => {
        note.textContent = `${name}: ${t('{n} expanded', { n: number(report.expanded) })}, ${bytes(report.bytes)}, ${seconds(report.seconds)}`;
    });
    running = null;
    return { ...result, name };
}

async function compare() {
    const names = chosen();
    if (names.length < 2) {
        note.textContent = t('Choose at least two algorithms.');
        return;
    }
    stopped = false;
    run.hidden = true;
    stop.hidden = false;
    stop.focus();
    empty.hidden = true;
    const results = [];
    for (const name of names) {
        if (stopped) break;
        note.textContent = t('{name} is at work…', { name });
        try {
            results.push(await one(name));
        } catch (error) {
            results.push({ name, status: error.message });
        }
        drawCharts(results);
        drawTable(results);
    }
    run.hidden = false;
    stop.hidden = true;
    run.focus();
    const lengths = new Set(results.filter((result) => result.status === 'solved').map((result) => result.length));
    note.textContent = stopped ? t('Stopped.')
        : lengths.size === 1 ? t('All that finished agree: {moves}.', { moves: plural([...lengths][0], 'move') })
            : lengths.size > 1 ? t('They do not agree: please report this.') : t('None of them found a solution.');
}

run.addEventListener('click', compare);
stop.addEventListener('click', () => {
    stopped = true;
    if (running) api.stop(running).catch(() => {});
});

export function connect(theGame) {
    game = theGame;
}

// The algorithms that can run on the puzzle at hand.
export function offer(algorithms) {
    const wanted = new Set(choices.childElementCount ? chosen() : ['bfs', 'bidirectional', 'astar']);
    choices.replaceChildren(...algorithms.filter(({ name }) => name !== 'auto').map(({ name, meaning }) => element('label', { class: 'check', title: t(meaning) },
        element('input', { type: 'checkbox', value: name, checked: wanted.has(name) }), ` ${name}`)));
}

export function clear() {
    charts.replaceChildren();
    table.hidden = true;
    note.textContent = '';
    empty.hidden = false;
}
