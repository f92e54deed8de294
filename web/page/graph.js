// The whole state graph of a small puzzle, laid out by depth and coloured in the order in which the search reaches
// its states, tick by tick as the server traced it. On a canvas, as there may be 5,000 states, which zooms and moves; layers can be collapsed.
import * as api from './api.js';
import { drawing } from './board.js';
import { Camera } from './camera.js';
import { t } from './language.js';
import { FOOT, arrange, largeLayers, place, reach, shownEdges } from './layout.js';
import { by, element, number, plural, still, svg } from './text.js';

const view = by('view-graph');
const algorithm = element('select', { 'aria-label': t('Algorithm that colours the graph'), id: 'graph-algorithm' });
const show = element('button', { type: 'button', class: 'primary', id: 'graph-show' }, t('Show the graph'));
const note = element('p', { class: 'note', role: 'status', id: 'graph-note' });
const canvas = element('canvas', { tabindex: '0', role: 'img', 'aria-label': t('State graph') });
const tick = element('input', { type: 'range', min: '0', value: '0', 'aria-label': t('Tick of the search'), id: 'graph-tick' });
const button = (id, name, sign, onclick) => element('button', { type: 'button', class: 'icon', id: `graph-${id}`, 'aria-label': name, title: name, onclick },
    svg('svg', {}, svg('use', { href: `#i-${sign}` })));
const back = button('back', t('One tick back'), 'back', () => { pause(); go(Number(tick.value) - 1); });
const step = button('step', t('One tick forward'), 'step', () => { pause(); go(Number(tick.value) + 1); });
const play = element('button', { type: 'button', id: 'graph-play' }, t('Play'));
const card = element('div', { class: 'node', 'aria-live': 'polite' });
const legend = element('p', { class: 'legend' });
const zoomIn = button('in', t('Zoom in'), 'plus', () => camera.zoomBy(1.6));
const zoomOut = button('out', t('Zoom out'), 'minus', () => camera.zoomBy(1 / 1.6));
const whole = element('button', { type: 'button', class: 'quiet', id: 'graph-whole', onclick: () => camera.reset() }, t('Whole'));
const collapse = element('button', { type: 'button', class: 'quiet', id: 'graph-collapse', 'aria-pressed': 'false' }, t('Collapse layers'));
const help = element('p', { class: 'note' }, t('The wheel or two fingers zoom, dragging moves; a click on the number of a column collapses that layer. Keys: + − 0, Shift with arrows, C.'));
const body = element('div', { class: 'graph-body', hidden: true },
    element('div', {}, element('div', { class: 'row between' }, legend, element('div', { class: 'row tight' }, zoomOut, zoomIn, whole, collapse)),
        canvas, element('div', { class: 'row' }, play, back, tick, step), help), card);
view.append(element('div', { class: 'row' }, element('label', {}, t('Coloured by '), algorithm), show), note, body);

let game = null;
let data = null; // the answer, with x, y and reached (tick, side) put to each node
let picked = -1;
let timer = 0;
const camera = new Camera(canvas, { onChange: () => draw(), onClick: clicked });

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

// The pen draws in coordinates of the picture; lines and letters keep their width on the screen.
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
    const [line, faint, forward, backward, ink, ground, path, muted, surface] = colours('--line-strong', '--unreached', '--accent', '--second', '--ink', '--surface', '--path', '--muted', '--ground');
    const tones = { line, faint, forward, backward, ink, ground, path, muted, surface };
    const pen = canvas.getContext('2d');
    const { zoom } = camera;
    pen.setTransform(dense * zoom, 0, 0, dense * zoom, dense * camera.x, dense * camera.y);
    drawEdges(pen, tones, zoom);
    if (ended) drawPath(pen, tones, zoom);
    for (const bar of data.bars) drawBar(pen, tones, bar, now);
    drawNodes(pen, tones, { now, ended, zoom });
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    drawFoot(pen, tones, width, height);
    whole.disabled = zoomOut.disabled = zoom === 1;
    tell(now, ended);
}

function drawEdges(pen, { line }, zoom) {
    const many = data.edges.length > 3000;
    pen.lineWidth = (many ? 0.4 : 1) / Math.sqrt(zoom);
    pen.strokeStyle = line;
    pen.globalAlpha = many ? Math.min(0.7, 0.35 * Math.sqrt(zoom)) : 0.7;
    pen.beginPath();
    for (const [from, to] of data.shown ??= shownEdges(data)) {
        const a = data.nodes[from];
        const b = data.nodes[to];
        pen.moveTo(a.x, a.y);
        if (a.depth === b.depth) pen.quadraticCurveTo(a.x + 14, (a.y + b.y) / 2, b.x, b.y);
        else pen.lineTo(b.x, b.y);
    }
    pen.stroke();
    pen.globalAlpha = 1;
}

function drawPath(pen, { path }, zoom) {
    pen.strokeStyle = path;
    pen.lineWidth = 3 / Math.sqrt(zoom);
    pen.beginPath();
    data.path.forEach((index, i) => pen[i ? 'lineTo' : 'moveTo'](data.nodes[index].x, data.nodes[index].y));
    pen.stroke();
}

// A collapsed layer: how many states it has, filled as far as they are reached.
function drawBar(pen, tones, { depth, x, y, w, h }, now) {
    const layer = data.layers[depth].map((index) => data.nodes[index]);
    const reached = [0, 1].map((side) => layer.filter((node) => node.reached <= now && (node.side ?? 0) === side).length / layer.length);
    pen.fillStyle = tones.faint;
    pen.fillRect(x, y, w, h);
    pen.fillStyle = tones.forward;
    pen.fillRect(x, y + h * (1 - reached[0]), w, h * reached[0]);
    pen.fillStyle = tones.backward;
    pen.fillRect(x, y, w, h * reached[1]);
    pen.font = `600 11px ${getComputedStyle(document.body).fontFamily}`;
    pen.textAlign = 'center';
    pen.fillStyle = tones.ground;
    const size = Math.min(w, pen.measureText(number(layer.length)).width + 8);
    pen.fillRect(x + (w - size) / 2, y + h / 2 - 9, size, 18);
    pen.fillStyle = tones.ink;
    pen.fillText(number(layer.length), x + w / 2, y + h / 2 + 4, w);
}

function drawNodes(pen, { faint, forward, backward, ink, ground, path }, { now, ended, zoom }) {
    data.nodes.forEach((node, index) => {
        const hidden = data.collapsed.has(node.depth);
        if (hidden && index !== picked) return;
        const reached = node.reached <= now;
        const fresh = node.reached === now;
        const special = node.goal || index === data.start || (ended && data.onPath.has(index));
        const radius = special ? Math.max(4 / zoom, data.radius) : data.radius;
        pen.beginPath();
        pen.arc(node.x, node.y, radius, 0, 2 * Math.PI);
        pen.fillStyle = ended && data.onPath.has(index) ? path : !reached ? faint : node.side ? backward : forward;
        pen.globalAlpha = reached && !fresh && !special ? 0.62 : 1;
        if (!hidden) pen.fill();
        pen.globalAlpha = 1;
        if (!hidden && (node.goal || index === data.start)) {
            pen.lineWidth = 2 / Math.sqrt(zoom);
            pen.strokeStyle = ink;
            pen.stroke();
        }
        if (index === picked) {
            pen.beginPath();
            pen.arc(node.x, node.y, Math.max(4 / zoom, data.radius) + 4 / zoom, 0, 2 * Math.PI);
            pen.lineWidth = 2 / zoom;
            pen.strokeStyle = ground;
            pen.stroke();
            pen.strokeStyle = ink;
            pen.stroke();
        }
    });
}

// The numbers of the columns stay below, whatever is on show.
function drawFoot(pen, { surface, muted, ink }, width, height) {
    pen.fillStyle = surface;
    pen.fillRect(0, height - FOOT - 4, width, FOOT + 4);
    pen.textAlign = 'center';
    let free = -Infinity;
    data.middles.forEach((middle, depth) => {
        const x = middle * camera.zoom + camera.x;
        if (x < free || x < 0 || x > width) return;
        const shut = data.collapsed.has(depth);
        pen.font = `${shut ? '600 ' : ''}12px ${getComputedStyle(document.body).fontFamily}`;
        pen.fillStyle = shut ? ink : muted;
        pen.fillText(depth, x, height - 10);
        free = x + 22;
    });
}

function tell(now, ended) {
    const known = data.nodes.filter((node) => node.reached <= now).length;
    const when = ended ? t('the search is over') : t('tick {n} of {all}', { n: now, all: data.ticks - 1 });
    note.textContent = t('{states}, {n} reached; {when}', { states: plural(data.nodes.length, 'state'), n: number(known), when });
    tick.setAttribute('aria-valuetext', t('{when}, {states} reached', { when, states: plural(known, 'state') }));
}

function setCollapsed(depths) {
    data.collapsed = new Set(depths);
    data.shown = null;
    collapse.setAttribute('aria-pressed', String(data.collapsed.size > 0));
    draw();
}

function toggleLayer(depth) {
    const next = new Set(data.collapsed);
    if (!next.delete(depth)) next.add(depth);
    setCollapsed(next);
    const states = plural(data.layers[depth].length, 'state');
    game.say(next.has(depth) ? t('Layer {depth} is collapsed: {states}.', { depth, states }) : t('Layer {depth} is open: {states}.', { depth, states }));
}

collapse.addEventListener('click', () => setCollapsed(data.collapsed.size ? [] : largeLayers(data)));

async function pick(index) {
    if (index < 0 || !data) return;
    picked = index;
    const node = data.nodes[index];
    const asked = data;
    draw();
    camera.show(node.x, node.y);
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
    let least = (24 / camera.zoom) ** 2;
    data.nodes.forEach((node, index) => {
        if (data.collapsed.has(node.depth)) return;
        const far = (node.x - x) ** 2 + (node.y - y) ** 2;
        if (far < least) {
            least = far;
            best = index;
        }
    });
    return best;
}

// A click at a point of the picture, and of the canvas: on the number of a column, on a bar, or on a dot.
function clicked(x, y, [, top]) {
    if (!data) return;
    const bar = data.bars.find((each) => Math.abs(x - each.x - each.w / 2) < each.w / 2 && y > each.y && y < each.y + each.h);
    if (bar) return toggleLayer(bar.depth);
    if (top < canvas.clientHeight - FOOT - 4) return pick(nearest(x, y));
    const far = (depth) => Math.abs(data.middles[depth] - x);
    const depth = data.middles.reduce((best, _, each) => (far(each) < far(best) ? each : best), 0);
    if (far(depth) * camera.zoom < 20) toggleLayer(depth);
}

// Whether a key is for the camera or the layers.
function lookKey({ key, shiftKey }) {
    const aside = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[key];
    if (shiftKey && aside) camera.pan(...aside);
    else if (key === '+' || key === '=') camera.zoomBy(1.6);
    else if (key === '-') camera.zoomBy(1 / 1.6);
    else if (key === '0') camera.reset();
    else if (key.toLowerCase() === 'c' && picked >= 0) toggleLayer(data.nodes[picked].depth);
    else return false;
    return true;
}

canvas.addEventListener('keydown', (event) => {
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!data || event.ctrlKey || event.metaKey || event.altKey) return;
    if (lookKey(event)) return event.preventDefault();
    if (!move) return;
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
        collapse.setAttribute('aria-pressed', 'false');
        camera.reset();
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
