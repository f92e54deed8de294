// The search while it runs: counters, and the layers growing. Both sides of a bidirectional search are mirrored
// at one axis; A* and IDA* show how much they did at each value of f.
import { columns } from './chart.js';
import { t } from './language.js';
import { by, bytes, element, number, seconds, short } from './text.js';

// What is called or written otherwise than the server's table of statistics would have it.
const CALLED = { bytes: ['Memory', bytes], seconds: ['Time', seconds], rate: ['Rate', short] };

const view = by('view-watch');
const values = {};
const counters = element('dl', { class: 'counters' });
const heading = element('h3', {});
const legend = element('p', { class: 'legend' });
const log = element('input', { type: 'checkbox', id: 'log' });
const place = element('div', { class: 'plot' });
const empty = element('p', { class: 'empty' }, t('Press Solve and watch: the states at each depth appear here as the search finds them.'));
const chart = element('div', { class: 'watch-chart', hidden: true },
    element('div', { class: 'row between' }, heading, element('label', { class: 'check' }, log, t(' logarithmic'))), legend, place);
view.append(empty, chart, counters);
counters.hidden = true;

let last = null;

function plan(progress) {
    const [forward = [], backward = []] = progress.layers || [];
    const levels = progress.levels || [];
    if (levels.length) {
        return {
            title: t('States expanded at each f = cost so far + lower bound'),
            legend: [],
            chart: {
                up: { name: t('expanded'), values: levels.map((level) => level[1]), tone: 'forward' },
                labels: levels.map((level) => level[0]), unit: 'f',
            },
        };
    }
    const up = { name: t('from the start'), values: forward, tone: 'forward' };
    if (!backward.length) {
        return { title: t('States at each number of moves from the start'), legend: [], chart: { up, unit: t('depth') } };
    }
    const down = { name: t('from the goal'), values: backward, tone: 'backward' };
    return {
        title: t('States at each depth, from both ends'),
        legend: [['forward', t('from the start, upwards')], ['backward', t('from the goal, downwards')]],
        chart: { up, down, unit: t('depth') },
    };
}

function draw() {
    if (!last || view.hidden) return;
    const shown = plan(last);
    const nothing = !shown.chart.up.values.length;
    heading.textContent = shown.title;
    legend.replaceChildren(...shown.legend.map(([tone, name]) => element('span', {}, element('i', { class: tone }), name)));
    legend.hidden = !shown.legend.length;
    if (nothing) place.replaceChildren(element('p', { class: 'empty' }, t('This search keeps no layers.')));
    else columns(place, { ...shown.chart, log: log.checked });
}

// The counters: what reports have, as the server says, and the rate.
export function offer(statistics) {
    const shown = statistics.filter(({ kind }) => kind !== 'text');
    const rate = { name: 'rate', meaning: 'generated states a second' };
    counters.replaceChildren(...[...shown, rate].map(({ name, meaning }) => {
        values[name] ??= element('dd', {}, '–');
        const [called] = CALLED[name] ?? [name[0].toUpperCase() + name.slice(1)];
        return element('div', {}, element('dt', {}, t(called)), values[name], element('dd', { class: 'meaning' }, t(meaning)));
    }));
}

export function begin() {
    last = null;
    for (const value of Object.values(values)) value.textContent = '–';
}

export function progress(report) {
    last = report;
    empty.hidden = true;
    chart.hidden = counters.hidden = false;
    for (const [name, value] of Object.entries(values)) {
        const [, format] = CALLED[name] ?? [name, number];
        value.textContent = report[name] === undefined || report[name] === null ? '–' : format(report[name]);
    }
    draw();
}

export function clear() {
    last = null;
    empty.hidden = false;
    chart.hidden = counters.hidden = true;
}

export const redraw = draw;

log.addEventListener('change', draw);
new ResizeObserver(draw).observe(place);
