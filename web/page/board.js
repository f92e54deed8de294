// Draws a scene (a list of shapes in cells, made by the server) as SVG and moves shapes from one scene to the
// next: a thing keeps its key, so what has moved slides, what is new fades in. Clicks are told by cell.
import { svg, still } from './text.js';

const UNIT = 100; // of the view box a cell; fractions of a pixel make poor letters
const scaled = (value) => Math.round((value || 0) * UNIT * 100) / 100;

// What lies under or over the things of a board.
const NOT_THINGS = new Set(['board', 'cell', 'wall', 'floor', 'hole', 'goal', 'mark', 'path', 'line']);

// Text and circles are placed by their middle, the others by their corner.
const place = (shape) => `translate(${scaled(shape.x)}px, ${scaled(shape.y)}px)`;

function outline(shape) {
    const w = scaled(shape.w);
    const h = scaled(shape.h);
    switch (shape.kind) {
    case 'rect': return svg('rect', { width: w, height: h, rx: scaled(shape.round) });
    case 'circle': return svg('circle', { r: w / 2 });
    case 'line': return svg('line', { x1: 0, y1: 0, x2: w, y2: h });
    case 'path': return svg('path', { d: shape.points, transform: `scale(${UNIT})` });
    default: return null;
    }
}

function label(shape) {
    const middle = shape.kind === 'rect' ? { x: scaled(shape.w) / 2, y: scaled(shape.h) / 2 } : { x: 0, y: 0 };
    const text = svg('text', { ...middle, 'font-size': scaled(shape.size || 0.45), dy: '0.35em' });
    text.textContent = shape.label;
    return text;
}

function contains(shape, x, y) {
    if (shape.kind === 'circle') return Math.hypot(x - shape.x, y - shape.y) <= shape.w / 2;
    if (shape.kind !== 'rect') return false;
    return x >= shape.x && x <= shape.x + shape.w && y >= shape.y && y <= shape.y + shape.h;
}

// What of a shape, apart from its place, its element is made from.
const likeness = (shape) => [shape.kind, shape.w, shape.h, shape.round, shape.tone, shape.label, shape.size,
    shape.points].join('|');

export class Board {
    constructor(picture) {
        this.picture = picture;
        this.layer = svg('g');
        this.marks = svg('g', { class: 'marks' });
        this.picture.append(this.layer, this.marks);
        this.known = new Map(); // key → {shape, group}
        this.scene = null;
        this.pace = 220;
    }

    clear() {
        this.layer.replaceChildren();
        this.marks.replaceChildren();
        this.known.clear();
        this.scene = null;
    }

    // `animate` false: at once, as for the first scene of a puzzle.
    show(scene, { animate = true, name = '' } = {}) {
        const margin = scaled(0.08);
        const frame = [-margin, -margin, scaled(scene.width) + 2 * margin, scaled(scene.height) + 2 * margin];
        this.picture.setAttribute('viewBox', frame.join(' '));
        this.picture.setAttribute('aria-label', name || 'The board');
        const moving = animate && this.scene !== null && this.pace > 0 && !still();
        const next = new Map();
        let before = this.layer.firstChild;
        for (const shape of scene.shapes) {
            const group = this.#shape(shape, moving);
            next.set(shape.key, { shape, group });
            // Elements stay where they are in the order of painting unless it has changed.
            if (group === before) before = before.nextSibling;
            else this.layer.insertBefore(group, before);
        }
        for (const [key, { group }] of this.known) if (!next.has(key)) group.remove();
        this.known = next;
        this.scene = scene;
        this.marks.replaceChildren();
    }

    #shape(shape, moving) {
        const old = this.known.get(shape.key);
        const same = old && likeness(old.shape) === likeness(shape);
        const group = old ? old.group : svg('g');
        if (!same) {
            const parts = [outline(shape), shape.label ? label(shape) : null].filter(Boolean);
            group.setAttribute('class', `shape kind-${shape.kind} tone-${shape.tone}`);
            group.replaceChildren(...parts);
        }
        group.style.transform = place(shape);
        if (shape.cell >= 0) group.dataset.cell = shape.cell;
        else delete group.dataset.cell;
        if (moving && old && place(old.shape) !== place(shape)) {
            group.animate([{ transform: place(old.shape) }, { transform: place(shape) }],
                { duration: this.pace, easing: 'cubic-bezier(.3,.1,.2,1)' });
        } else if (moving && (!old || !same)) {
            group.animate([{ opacity: old ? 0.5 : 0 }, { opacity: 1 }], { duration: this.pace, easing: 'ease-out' });
        }
        return group;
    }

    // The cell under a point of the screen, or -1. Cells are painted first; what stands on them may cover several.
    cellAt(event) {
        if (!this.scene) return -1;
        const [x, y] = this.point(event);
        return this.scene.shapes.find((shape) => shape.cell >= 0 && contains(shape, x, y))?.cell ?? -1;
    }

    // A point of the screen, in cells.
    point(event) {
        const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.picture.getScreenCTM().inverse());
        return [at.x / UNIT, at.y / UNIT];
    }

    // The thing under a point of the screen, or null.
    thingAt(event) {
        if (!this.scene) return null;
        const [x, y] = this.point(event);
        const covers = (shape) => {
            if (shape.kind !== 'path') return contains(shape, x, y);
            return this.known.get(shape.key).group.firstChild.isPointInFill(new DOMPoint(x - shape.x, y - shape.y));
        };
        return [...this.scene.shapes].reverse().find((shape) => !NOT_THINGS.has(shape.tone) && covers(shape)) ?? null;
    }

    // Shows a thing beside its place while it is pulled.
    shift(thing, dx, dy) {
        const held = this.known.get(thing.key);
        if (held) held.group.style.transform = place({ x: held.shape.x + dx, y: held.shape.y + dy });
    }

    // Where a cell is: the first shape that shows it is the cell itself, what stands on it comes later.
    frameOf(cell) {
        const shape = this.scene?.shapes.find((each) => each.cell === cell);
        if (!shape) return null;
        if (shape.kind !== 'circle') return shape;
        const half = shape.w / 2;
        return { ...shape, x: shape.x - half, y: shape.y - half, w: shape.w, h: shape.w, round: half };
    }

    cells() {
        return [...new Set((this.scene?.shapes || []).map((shape) => shape.cell).filter((cell) => cell >= 0))];
    }

    // The cells that one thing covers together with this one, as a block of several cells does; or this cell alone.
    blockAt(cell) {
        const frames = this.cells().map((each) => [each, this.frameOf(each)]);
        const middle = ([, frame]) => [frame.x + frame.w / 2, frame.y + frame.h / 2];
        for (const shape of [...(this.scene?.shapes || [])].reverse()) {
            if (!['rect', 'path'].includes(shape.kind) || NOT_THINGS.has(shape.tone)) continue;
            const drawn = this.known.get(shape.key).group.firstChild;
            const scale = shape.kind === 'path' ? 1 : UNIT;
            const covers = ([x, y]) => drawn.isPointInFill(new DOMPoint((x - shape.x) * scale, (y - shape.y) * scale));
            const covered = frames.filter((each) => covers(middle(each))).map(([each]) => each);
            if (covered.includes(cell)) return covered;
        }
        return [cell];
    }

    // The nearest cell in a direction ([1, 0] is right) from one; itself where there is none.
    neighbour(cell, [dx, dy]) {
        const middle = (of) => {
            const frame = this.frameOf(of);
            return [frame.x + (frame.w || 0) / 2, frame.y + (frame.h || 0) / 2];
        };
        const [x, y] = middle(cell);
        let best = cell;
        let least = Infinity;
        for (const other of this.cells()) {
            const [ox, oy] = middle(other);
            const along = (ox - x) * dx + (oy - y) * dy;
            const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
            if (along > 0.1 && along + 3 * aside < least) {
                least = along + 3 * aside;
                best = other;
            }
        }
        return best;
    }

    // Frames around cells: {cursor: cell, targets: [cell, …]}.
    mark({ cursor = -1, targets = [] } = {}) {
        const ring = (cell, name) => {
            const frame = this.frameOf(cell);
            if (!frame) return [];
            return [svg('rect', {
                class: name, x: scaled(frame.x), y: scaled(frame.y), width: scaled(frame.w), height: scaled(frame.h),
                rx: scaled(frame.round || 0.08),
            })];
        };
        this.marks.replaceChildren(...targets.flatMap((cell) => ring(cell, 'target')), ...ring(cursor, 'cursor'));
    }
}

// Two scenes of one state name equal pieces in different ways when they come from different lines of moves. The map
// from the names of one to those of the other, by what stands where.
export function sameThings(scene, other) {
    const sign = (shape) => [likeness(shape), shape.x, shape.y].join('|');
    const there = new Map(other.shapes.map((shape) => [sign(shape), shape.key]));
    const names = new Map(scene.shapes.map((shape) => [shape.key, there.get(sign(shape))]));
    const taken = new Set(names.values());
    for (const [key, name] of names) if (name === undefined) names.set(key, taken.has(key) ? `${key}*` : key);
    return names;
}

export const renamed = (scene, names) => ({
    ...scene, shapes: scene.shapes.map((shape) => ({ ...shape, key: names.get(shape.key) ?? shape.key })),
});

// A picture that does not move, for a node of the graph.
export function drawing(scene, name) {
    const picture = svg('svg', { role: 'img' });
    const board = new Board(picture);
    board.show(scene, { animate: false, name });
    return picture;
}
