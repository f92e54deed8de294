// The whole state graph of a small puzzle, laid out by depth and coloured in the order in which the search reaches
// its states, tick by tick as the server traced it. On a canvas, as there may be 5,000 states.
import * as api from './api.js';
import { drawing } from './board.js';
import { t } from './language.js';
import { by, element, number, plural, still } from './text.js';

const view = by('view-graph');
const algorithm = element('select', { 'aria-label': t('Algorithm that colours the graph'), id: 'graph-algorithm' });
const show = element('button', { type: 'button', class: 'primary', id: 'graph-show' }, t('Show the graph'));
const note = element('p', { class: 'note', role: 'status', id: 'graph-note' });
const canvas = element('canvas', { tabindex: '0', role: 'img', 'aria-label': t('State graph') });
const tick = element('input', { type: 'range', min: '0', value: '0', 'aria-label': t('Tick of the search'), id: 'graph-tick' });
const back = element('button', { type: 'button', 'aria-label': t('One tick back'), class: 'quiet', id: 'graph-back' }, '−');
const step = element('button', { type: 'button', 'aria-label': t('One tick forward'), class: 'quiet', id: 'graph-step' }, '+');
const play = element('button', { type: 'button', id: 'graph-play' }, t('Play'));
const card = element('aside', { class: 'node', 'aria-live': 'polite' });
const legend = element('p', { class: 'legend' });
const body = element('div', { class: 'graph-body', hidden: true },
    element('div', {}, legend, canvas, element('div', { class: 'row' }, play, back, tick, step)), card);
view.append(element('div', { class: 'row' }, element('label', {}, t('Coloured by '), algorithm), show), note, body);

const FOOT = 22; // for the numbers of the columns

let game = null;
let data = null; // the answer, with x, y and reached (tick, side) put to each node
let picked = -1;
let timer = 0;

function reach(graph) {
    for (const node of graph.nodes) node.reached = Infinity;
    graph.order.forEach(({ side, nodes }, time) => {
        for (const index of nodes) {
            const node = graph.nodes[index];
            if (node.reached !== Infinity) continue;
            node.reached = time;
            node.side = side;
        }
    });
    graph.onPath = new Set(graph.path);
    graph.ticks = graph.order.length; // one more than the last: then the path is shown
}

// Nodes of one depth stand in one column, each near the middle of its neighbours in the columns beside it.
function arrange(graph) {
    const layers = [];
    graph.nodes.forEach((node, index) => (layers[node.depth] ??= []).push(index));
    const beside = graph.nodes.map(() => []);
    for (const [from, to] of graph.edges) {
        beside[from].push(to);
        beside[to].push(from);
    }
    const level = new Float64Array(graph.nodes.length);
    const spread = (layer) => layer.forEach((index, i) => { level[index] = (i + 0.5) / layer.length; });
    layers.forEach(spread);
    const settle = (layer, other) => {
        const wish = new Map(layer.map((index) => {
            const near = beside[index].filter((each) => graph.nodes[each].depth === other);
            return [index, near.length ? near.reduce((sum, each) => sum + level[each], 0) / near.length : level[index]];
        }));
        layer.sort((a, b) => wish.get(a) - wish.get(b));
        spread(layer);
    };
    for (let round = 0; round < 4; round++) {
        for (let d = 1; d < layers.length; d++) settle(layers[d], d - 1);
        for (let d = layers.length - 2; d >= 0; d--) settle(layers[d], d + 1);
    }
    graph.layers = layers;
    graph.level = level;
}

// Dots of one layer that do not fit into one column take several beside each other, in turn.
function place(graph, width, height) {
    const margin = 18;
    const room = height - 2 * margin - FOOT;
    const pitch = (width - 2 * margin) / graph.layers.length;
    const columns = (layer, radius) => Math.ceil((layer.length * 2.7 * radius) / room);
    const fits = (radius) => graph.layers.every((layer) => columns(layer, radius) * 2.7 * radius <= 0.72 * pitch);
    let radius = 9;
    while (radius > 1.2 && !fits(radius)) radius *= 0.93;
    graph.radius = radius;
    graph.middle = (depth) => margin + (depth + 0.5) * pitch;
    for (const layer of graph.layers) {
        const count = columns(layer, radius);
        layer.forEach((index, i) => {
            const node = graph.nodes[index];
            node.x = graph.middle(node.depth) + ((i % count) - (count - 1) / 2) * 2.7 * radius;
            node.y = margin + room * graph.level[index];
        });
    }
}

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Values of light-dark() come as written; a probe element turns them into colours.
const probe = element('span', { class: 'unseen', 'aria-hidden': 'true' });
document.body.append(probe);
function colours(...names) {
    return names.map((name) => {
        probe.style.color = `var(${name})`;
        return getComputedStyle(probe).color || colour(name);
    });
}

function draw() {
    if (!data || view.hidden || body.hidden) return;
    const width = canvas.parentElement.clientWidth;
    const height = Math.round(Math.min(460, Math.max(280, width * 0.5)));
    const dense = devicePixelRatio || 1;
    canvas.width = width * dense;
    canvas.height = height * dense;
    canvas.style.height = `${height}px`;
    place(data, width, height);
    const now = Number(tick.value);
    const ended = now >= data.ticks;
    const [line, faint, forward, backward, ink, ground, path, muted] = colours('--line-strong', '--unreached', '--accent', '--second', '--ink', '--surface', '--path', '--muted');
    const pen = canvas.getContext('2d');
    pen.scale(dense, dense);
    pen.clearRect(0, 0, width, height);
    pen.lineWidth = data.edges.length > 3000 ? 0.4 : 1;
    pen.strokeStyle = line;
    pen.globalAlpha = data.edges.length > 3000 ? 0.35 : 0.7;
    pen.beginPath();
    for (const [from, to] of data.edges) {
        const a = data.nodes[from];
        const b = data.nodes[to];
        pen.moveTo(a.x, a.y);
        if (a.depth === b.depth) pen.quadraticCurveTo(a.x + 14, (a.y + b.y) / 2, b.x, b.y);
        else pen.lineTo(b.x, b.y);
    }
    pen.stroke();
    pen.globalAlpha = 1;
    pen.fillStyle = muted;
    pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
    pen.textAlign = 'center';
    const every = Math.ceil((26 * data.layers.length) / width);
    for (let depth = 0; depth < data.layers.length; depth += every) pen.fillText(depth, data.middle(depth), height - 10);
    if (ended) {
        pen.strokeStyle = path;
        pen.lineWidth = 3;
        pen.beginPath();
        data.path.forEach((index, i) => pen[i ? 'lineTo' : 'moveTo'](data.nodes[index].x, data.nodes[index].y));
        pen.stroke();
    }
    data.nodes.forEach((node, index) => {
        const reached = node.reached <= now;
        const fresh = node.reached === now;
        const special = node.goal || index === data.start || (ended && data.onPath.has(index));
        pen.beginPath();
        pen.arc(node.x, node.y, special ? Math.max(4, data.radius) : data.radius, 0, 2 * Math.PI);
        pen.fillStyle = ended && data.onPath.has(index) ? path : !reached ? faint : node.side ? backward : forward;
        pen.globalAlpha = reached && !fresh && !special ? 0.62 : 1;
        pen.fill();
        pen.globalAlpha = 1;
        if (node.goal || index === data.start) {
            pen.lineWidth = 2;
            pen.strokeStyle = ink;
            pen.stroke();
        }
        if (index === picked) {
            pen.beginPath();
            pen.arc(node.x, node.y, Math.max(4, data.radius) + 4, 0, 2 * Math.PI);
            pen.lineWidth = 2;
            pen.strokeStyle = ground;
            pen.stroke();
            pen.strokeStyle = ink;
            pen.stroke();
        }
    });
    const known = data.nodes.filter((node) => node.reached <= now).length;
    const when = ended ? t('the search is over') : t('tick {n} of {all}', { n: now, all: data.ticks - 1 });
    note.textContent = t('{states}, {n} reached; {when}', { states: plural(data.nodes.length, 'state'), n: number(known), when });
    tick.setAttribute('aria-valuetext', t('{when}, {states} reached', { when, states: plural(known, 'state') }));
}

async function pick(index) {
    if (index < 0 || !data) return;
    picked = index;
    draw();
    const node = data.nodes[index];
    const asked = data;
    const facts = [node.goal ? t('a goal') : '', node.reached === Infinity ? t('not reached') : t('reached at tick {n}', { n: node.reached })].filter(Boolean);
    let picture = element('p', { class: 'empty' }, '…');
    const fill = () => card.replaceChildren(picture, element('p', { class: 'mono' }, node.state),
        element('p', { class: 'note' }, `${t('{moves} from the start', { moves: plural(node.depth, 'move') })}; ${facts.join('; ')}`),
        element('button', { type: 'button', class: 'quiet', onclick: () => game.setStart(node.state) }, t('Start from here')));
    fill();
    try {
        const scene = node.scene || (await api.scene(asked.text, node.state)).scene;
        node.scene = scene;
        if (picked !== index || data !== asked) return;
        picture = drawing(scene, node.state);
    } catch (error) {
        picture = element('p', { class: 'empty' }, error.message);
    }
    fill();
}

function nearest(x, y) {
    let best = -1;
    let least = 24 * 24;
    data.nodes.forEach((node, index) => {
        const far = (node.x - x) ** 2 + (node.y - y) ** 2;
        if (far < least) {
            least = far;
            best = index;
        }
    });
    return best;
}

canvas.addEventListener('click', (event) => {
    const frame = canvas.getBoundingClientRect();
    pick(nearest(event.clientX - frame.left, event.clientY - frame.top));
});

canvas.addEventListener('keydown', (event) => {
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!move || !data) return;
    event.preventDefault();
    if (picked < 0) return pick(data.start);
    const { depth } = data.nodes[picked];
    const layer = data.layers[depth];
    if (move[0]) {
        const next = data.layers[depth + move[0]];
        if (!next) return;
        const near = (index) => Math.abs(data.level[index] - data.level[picked]);
        pick(next.reduce((best, index) => (near(index) < near(best) ? index : best)));
    } else {
        pick(layer[Math.min(Math.max(layer.indexOf(picked) + move[1], 0), layer.length - 1)]);
    }
});

function go(to) {
    tick.value = String(to);
    draw();
}

function pause() {
    clearInterval(timer);
    timer = 0;
    play.textContent = t('Play');
}

play.addEventListener('click', () => {
    if (timer) return pause();
    if (Number(tick.value) >= data.ticks) go(0);
    play.textContent = t('Pause');
    timer = setInterval(() => {
        go(Number(tick.value) + Math.max(1, Math.round(data.ticks / 300)));
        if (Number(tick.value) >= data.ticks) pause();
    }, data.ticks > 60 ? 40 : 350);
});
tick.addEventListener('input', () => { pause(); draw(); });
back.addEventListener('click', () => { pause(); go(Number(tick.value) - 1); });
step.addEventListener('click', () => { pause(); go(Number(tick.value) + 1); });

async function load() {
    pause();
    note.textContent = t('Building the graph…');
    show.disabled = true;
    const text = game.text();
    const start = game.start();
    try {
        const graph = await api.graph(text, start, algorithm.value);
        if (graph.truncated) throw new Error(t('This puzzle has more than 5,000 states, too many to draw. Try a smaller puzzle of its kind.'));
        graph.text = text;
        reach(graph);
        arrange(graph);
        graph.start = Math.max(0, graph.nodes.findIndex((node) => node.depth === 0));
        data = graph;
        body.hidden = false;
        picked = -1;
        card.replaceChildren(element('p', { class: 'empty' }, t('Click a state to see its board.')));
        legend.replaceChildren(...[['forward', t('reached from the start')], ['backward', t('from the goal')], ['path', t('a shortest path')], ['unreached', t('not reached')]]
            .filter(([tone]) => tone !== 'backward' || graph.order.some(({ side }) => side === 1))
            .map(([tone, name]) => element('span', {}, element('i', { class: tone }), name)));
        canvas.setAttribute('aria-label', t('State graph: {states} in {columns}', { states: plural(graph.nodes.length, 'state'), columns: plural(graph.layers.length, 'column') }));
        tick.max = String(graph.ticks);
        go(still() ? graph.ticks : 0);
        if (!still()) play.click();
    } catch (error) {
        data = null;
        body.hidden = true;
        note.textContent = `${error.message} ${error.hint || ''}`;
    }
    show.disabled = false;
}

show.addEventListener('click', load);
new ResizeObserver(draw).observe(view);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);

export const redraw = draw;

export function connect(theGame) {
    game = theGame;
}

export function offer(algorithms) {
    const wanted = algorithm.value;
    algorithm.replaceChildren(...algorithms.map(({ name }) => element('option', { value: name, selected: name === wanted }, name)));
}

export function clear() {
    pause();
    data = null;
    body.hidden = true;
    note.textContent = t('For puzzles of up to 5,000 states: every state is a dot, its column is its distance from the start.');
}
