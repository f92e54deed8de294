// Mazes of any size, up to a thousand cells each way, on a canvas: walls, the cells by their distance from the start in colour, the path that was
// found, and walker and goal, seen however small a cell is. Walls are painted with the mouse, or with the arrow keys and space; start and
// goal are dragged. What is painted is written into the rules. Where steps cost what the floor says, floors are painted, too.
import { Camera } from './camera.js';
import { STEPS, beside, flood, isSame, recognise, written as rewritten } from './ground.js';
import { t } from './language.js';
import { by, element, number, plural } from './text.js';

const COLOURS = [[68, 57, 131], [49, 104, 142], [33, 145, 140], [53, 183, 121], [144, 215, 67], [253, 231, 37]]; // near to far

const view = by('view-maze');
const tab = by('tab-maze');
const canvas = element('canvas', { tabindex: '0', role: 'application', id: 'maze-canvas' });
const note = element('p', { class: 'note', role: 'status', id: 'maze-note' });
const paint = element('input', { type: 'checkbox', id: 'maze-paint' });
const brush = element('select', { id: 'maze-brush', 'aria-label': t('Paint with') });
const depths = element('input', { type: 'checkbox', id: 'maze-depths', checked: true });
const button = (id, sign, onclick) => element('button', { type: 'button', class: 'quiet', id: `maze-${id}`, onclick }, sign);
const whole = button('whole', t('Whole'), () => camera.reset());
view.append(element('div', { class: 'row between' },
    element('div', { class: 'checks' }, element('label', { class: 'check' }, paint, t('Paint walls')), brush, element('label', { class: 'check' }, depths, t('Colour by distance from the start'))),
    element('div', { class: 'row tight' }, button('out', t('Zoom out'), () => camera.zoomBy(1 / 1.6)), button('in', t('Zoom in'), () => camera.zoomBy(1.6)), whole)),
canvas, note, element('p', { class: 'note' }, t('Paint: drag over cells; what the first one was decides whether walls are put or taken. Start and goal are dragged. Keys: arrows, space; + − 0 zoom.')));

let game = null;
let maze = null; // as ground.js has it, with {far, reached, deepest}
let picture = null; // one pixel a cell
let cursor = -1;
let held = null; // what a finger draws: 'wall', 'free', 'start', 'goal'
let written = null; // the rules as they were written from here

// ---- Drawing

function colours(...names) {
    const probe = element('span');
    canvas.after(probe);
    const found = names.map((name) => {
        probe.style.color = `var(${name})`;
        return getComputedStyle(probe).color;
    });
    probe.remove();
    return found;
}
const parts = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map(Number);

function shade(share) {
    const at = Math.min(0.9999, Math.max(0, share)) * (COLOURS.length - 1);
    const [from, to] = [COLOURS[Math.floor(at)], COLOURS[Math.floor(at) + 1]];
    return from.map((value, i) => value + (to[i] - value) * (at % 1));
}

// The dearer a floor is, the darker.
function dimmed() {
    const dear = maze.costs.map((cost) => (cost === Infinity ? 1e9 : cost));
    const [least, most] = [Math.min(...dear), Math.max(...dear)];
    return dear.map((cost) => (most > least ? 1 - 0.4 * Math.log1p(cost - least) / Math.log1p(most - least) : 1));
}

// All cells, a pixel each.
function paintPicture() {
    const [ground, wall] = colours('--b-cell', '--b-wall').map(parts);
    const image = new ImageData(maze.columns, maze.rows);
    const scale = Array.from({ length: 256 }, (_, i) => shade(i / 255));
    const most = Math.max(1, maze.deepest);
    const dims = dimmed();
    const coloured = depths.checked;
    const { walls, far, ground: floor } = maze;
    const { data } = image;
    for (let cell = 0, at = 0; cell < walls.length; cell++, at += 4) {
        const colour = walls[cell] ? wall : coloured && far[cell] >= 0 ? scale[Math.min(255, Math.round((255 * far[cell]) / most))] : ground;
        const dim = floor && !walls[cell] ? dims[floor[cell]] : 1;
        data[at] = colour[0] * dim;
        data[at + 1] = colour[1] * dim;
        data[at + 2] = colour[2] * dim;
        data[at + 3] = 255;
    }
    picture ??= element('canvas');
    picture.width = maze.columns;
    picture.height = maze.rows;
    picture.getContext('2d').putImageData(image, 0, 0);
}

const LEAST = 7; // pixels from the middle of a mark to its edge, at any size

// Where the maze lies in the canvas before it is zoomed: as large as it fits, with marks at its edge seen whole.
function frame() {
    const [w, h] = [canvas.clientWidth, canvas.clientHeight];
    const fit = (edge) => Math.min((w - 2 * edge) / maze.columns, (h - 2 * edge) / maze.rows);
    const unit = fit(Math.max(0, LEAST + 3 - fit(0) / 2));
    return { unit, x: (w - unit * maze.columns) / 2, y: (h - unit * maze.rows) / 2 };
}

function draw() {
    if (!maze || view.hidden) return;
    const dense = devicePixelRatio || 1;
    canvas.width = canvas.clientWidth * dense;
    canvas.height = canvas.clientHeight * dense;
    const pen = canvas.getContext('2d');
    const { unit, x, y } = frame();
    pen.setTransform(dense * camera.zoom, 0, 0, dense * camera.zoom, dense * camera.x, dense * camera.y);
    pen.imageSmoothingEnabled = unit * camera.zoom * dense < 1;
    pen.drawImage(picture, x, y, unit * maze.columns, unit * maze.rows);
    if (maze.ground && unit * camera.zoom > 24) nameFloors(pen, x, y, unit);
    const middle = (cell) => [x + unit * ((cell % maze.columns) + 0.5), y + unit * (Math.floor(cell / maze.columns) + 0.5)];
    const [path, walker, ink, surface] = colours('--b-path', '--b-0', '--ink', '--surface');
    if (maze.way) {
        pen.beginPath();
        maze.way.forEach((cell, i) => pen[i ? 'lineTo' : 'moveTo'](...middle(cell)));
        for (const [colour, wide] of [[surface, 2.4], [path, 0]]) {
            pen.lineWidth = Math.max(0.3 * unit, 2 / camera.zoom) + wide / camera.zoom;
            pen.lineJoin = 'round';
            pen.strokeStyle = colour;
            pen.stroke();
        }
    }
    const least = LEAST / camera.zoom;
    for (const goal of maze.goals) {
        const [gx, gy] = middle(goal);
        const size = Math.max(0.42 * unit, least);
        for (const [colour, wide] of [[surface, 5], [path, 3]]) {
            pen.strokeStyle = colour;
            pen.lineWidth = wide / camera.zoom;
            pen.strokeRect(gx - size, gy - size, 2 * size, 2 * size);
        }
    }
    pen.beginPath();
    pen.arc(...middle(maze.place), Math.max(0.36 * unit, least), 0, 2 * Math.PI);
    pen.fillStyle = walker;
    pen.strokeStyle = surface;
    pen.lineWidth = 2.5 / camera.zoom;
    pen.fill();
    pen.stroke();
    if (cursor >= 0 && document.activeElement === canvas) {
        const [cx, cy] = middle(cursor);
        const size = Math.max(unit / 2, least);
        pen.strokeStyle = ink;
        pen.lineWidth = 2 / camera.zoom;
        pen.strokeRect(cx - size, cy - size, 2 * size, 2 * size);
    }
    whole.disabled = camera.zoom === 1;
}

// Where there is room, what each floor is called.
function nameFloors(pen, x, y, unit) {
    [pen.fillStyle, pen.strokeStyle] = colours('--ink', '--surface'); // a rim, for any colour may lie below
    pen.lineWidth = 0.06 * unit;
    pen.lineJoin = 'round';
    pen.font = `600 ${0.3 * unit}px sans-serif`;
    pen.textAlign = 'right';
    for (let cell = 0; cell < maze.walls.length; cell++) {
        if (maze.walls[cell]) continue;
        const name = [maze.kinds[maze.ground[cell]], x + unit * ((cell % maze.columns) + 0.92), y + unit * (Math.floor(cell / maze.columns) + 0.92)];
        pen.strokeText(...name);
        pen.fillText(...name);
    }
}

let waiting = false;
function drawSoon() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
        waiting = false;
        draw();
    });
}

function tell() {
    const size = t('{rows} x {columns} cells', { rows: number(maze.rows), columns: number(maze.columns) });
    const far = Math.min(...maze.goals.map((each) => (maze.far[each] < 0 ? Infinity : maze.far[each])));
    note.textContent = !maze.goals.length ? size : far === Infinity ? t('{size}; the goal cannot be reached.', { size })
        : !maze.isEven ? t('{size}; the cheapest path to the goal costs {cost}, and Dijkstra visits {n} cells to find it.', { size, cost: number(far), n: number(maze.reached) })
            : t('{size}; the goal is {moves} away, and BFS visits {n} cells to find it.', { size, moves: plural(far, 'move'), n: number(maze.reached) });
    canvas.setAttribute('aria-label', t('Maze: {told}', { told: note.textContent }));
}

// ---- Painting

const cellAt = (px, py) => {
    const { unit, x, y } = frame();
    const [column, row] = [Math.floor((px - x) / unit), Math.floor((py - y) / unit)];
    return column < 0 || row < 0 || column >= maze.columns || row >= maze.rows ? -1 : row * maze.columns + column;
};

// Whether a point is on a mark, which may be larger than its cell.
function near(px, py, cell) {
    const { unit, x, y } = frame();
    const reach = Math.max(unit / 2, 9 / camera.zoom);
    return Math.abs(px - x - unit * ((cell % maze.columns) + 0.5)) < reach && Math.abs(py - y - unit * (Math.floor(cell / maze.columns) + 0.5)) < reach;
}

let lastCell = -1;

// What is painted, beginning at a cell: a wall, or none; where floors differ, the kind that was chosen.
const isPaint = (what) => what === 'wall' || what === 'free' || typeof what === 'number';
function chosen(cell) {
    if (!brush.hidden && brush.value !== '') return Number(brush.value);
    return maze.walls[cell] ? 'free' : maze.wall ? 'wall' : null;
}

function grab(px, py) {
    const cell = cellAt(px, py);
    if (!maze || !paint.checked || cell < 0) return false;
    if (maze.ground && maze.goals.length !== 1) return false; // the goal must be drawn anew with the floor
    held = near(px, py, maze.start) ? 'start' : maze.goals.length === 1 && near(px, py, maze.goals[0]) ? 'goal' : chosen(cell);
    if (!held) return false;
    maze.way = null;
    lastCell = cell;
    if (isPaint(held)) put(cell);
    return true;
}

// A quick finger leaves cells out: those between are painted, too.
function drag(px, py) {
    const cell = cellAt(px, py);
    if (cell < 0 || cell === lastCell) return;
    const [x0, y0, x1, y1] = [lastCell % maze.columns, Math.floor(lastCell / maze.columns), cell % maze.columns, Math.floor(cell / maze.columns)];
    const count = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
    for (let i = 1; i <= count; i++) put(Math.round(y0 + ((y1 - y0) * i) / count) * maze.columns + Math.round(x0 + ((x1 - x0) * i) / count));
    lastCell = cell;
}

function put(cell) {
    if (held === 'start' && !maze.walls[cell]) maze.start = maze.place = cell;
    else if (held === 'goal' && !maze.walls[cell]) maze.goals = [cell];
    else if (isPaint(held) && (held !== 'wall' || (cell !== maze.start && !maze.goals.includes(cell)))) {
        maze.walls[cell] = held === 'wall' ? 1 : 0;
        if (typeof held === 'number') maze.ground[cell] = held;
        const pen = picture.getContext('2d');
        [pen.fillStyle] = colours(held === 'wall' ? '--b-wall' : '--b-cell');
        pen.fillRect(cell % maze.columns, Math.floor(cell / maze.columns), 1, 1);
    }
    drawSoon();
}

function drop() {
    const moved = held === 'goal';
    held = null;
    flood(maze);
    paintPicture();
    draw();
    tell();
    written = rewritten(maze, game.typed(), moved);
    game.rewrite(written);
}

const camera = new Camera(canvas, { onChange: drawSoon, onClick: (px, py) => { cursor = cellAt(px, py); drawSoon(); }, grab, drag, drop });

canvas.addEventListener('keydown', (event) => {
    const { key } = event;
    const at = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].indexOf(key);
    if (!maze || event.ctrlKey || event.metaKey || event.altKey) return;
    if (at >= 0) {
        const next = cursor < 0 ? maze.start : beside(maze, cursor, STEPS[at]);
        if (next >= 0) cursor = next;
        const { unit, x, y } = frame();
        camera.show(x + unit * (cursor % maze.columns), y + unit * Math.floor(cursor / maze.columns));
        sayCell();
        drawSoon();
    } else if (key === ' ' && cursor >= 0 && maze.wall && !(maze.ground && maze.goals.length !== 1)) {
        held = chosen(cursor);
        put(cursor);
        drop();
        sayCell();
    } else if (key === '+' || key === '=') camera.zoomBy(1.6);
    else if (key === '-') camera.zoomBy(1 / 1.6);
    else if (key === '0') camera.reset();
    else return;
    event.preventDefault();
});

function sayCell() {
    const what = cursor === maze.start ? t('the start') : maze.goals.includes(cursor) ? t('a goal') : maze.walls[cursor] ? t('a wall') : maze.ground ? t('floor {kind}', { kind: maze.kinds[maze.ground[cursor]] }) : t('free');
    game.say(t('Row {row}, column {column}: {what}', { row: Math.floor(cursor / maze.columns) + 1, column: (cursor % maze.columns) + 1, what }));
}

depths.addEventListener('change', () => {
    if (maze) paintPicture();
    draw();
});
paint.addEventListener('change', () => canvas.classList.toggle('painting', paint.checked));
canvas.addEventListener('focus', drawSoon);
canvas.addEventListener('blur', drawSoon);
new ResizeObserver(drawSoon).observe(view);

// ---- From the page

export function connect(theGame) {
    game = theGame;
}

// Another puzzle or start; `info` null: there is none.
export function take(text, info) {
    const known = maze && text === written && info;
    if (known && held !== null) return true; // more is being painted already, and will be written
    if (known && isSame(maze, info)) { // it is on show already
        follow(null);
        return true;
    }
    const next = info ? recognise(text, info) : null;
    tab.hidden = !next;
    if (next && known) {
        Object.assign(maze, next);
    } else {
        maze = next;
        cursor = -1;
        camera.reset();
    }
    if (maze) flood(maze);
    if (maze) offerFloors();
    redraw();
    return Boolean(maze);
}

function offerFloors() {
    const before = brush.value;
    brush.hidden = maze.kinds.length < 2;
    brush.replaceChildren(element('option', { value: '' }, t('walls')), ...maze.kinds.map((kind, i) => element('option', { value: i }, t('floor {kind}', { kind }))));
    brush.value = Number(before) < maze.kinds.length ? before : '';
}

// A solution, by the words of its moves; null: there is none.
export function follow(words) {
    if (!maze) return;
    maze.way = null;
    maze.place = maze.start;
    if (words) {
        const way = [maze.start];
        for (const word of words) {
            const step = STEPS[maze.names.findIndex((name) => word === name || word.endsWith(`-${name}`))];
            const next = step ? beside(maze, way.at(-1), step) : -1;
            if (next < 0 || maze.walls[next]) break;
            way.push(next);
        }
        if (way.length === words.length + 1) maze.way = way;
    }
    drawSoon();
}

// The player is at this move of it.
export function go(index) {
    if (!maze?.way) return;
    maze.place = maze.way[Math.min(index, maze.way.length - 1)];
    drawSoon();
}

export function redraw() {
    if (!maze || view.hidden) return;
    paintPicture();
    draw();
    tell();
}
