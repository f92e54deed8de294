// What a maze is to the page: rules that say no more than that one piece steps to free cells, perhaps at a cost that the floor has; a matrix of
// 0 and 1; a map. And how far its cells are from the start.
import { declared, readMove, replaced, statements } from './rules.js';

export const STEPS = [[0, -1], [0, 1], [-1, 0], [1, 0]]; // up, down, left, right, as `names` has them

// ---- Its rules

// What a step onto each kind of floor costs, by one rule: [[kind, cost], …]; null: it is no such step. Without a floor the one kind is ''.
function costsOf(target, price, all) {
    const [, where] = target.split('|');
    const open = all.kinds.slice(1);
    const onto = where === undefined ? (all.kinds.length ? open : ['']) : all.names.get(where) ?? [where];
    if (!onto.every((kind) => kind === '' || open.includes(kind))) return null;
    const cost = (kind) => (price === undefined ? 1 : /^\d+$/.test(price) ? Number(price) : price === where ? Number(kind) : NaN);
    const list = onto.map((kind) => [kind, cost(kind)]);
    return list.every(([, each]) => Number.isInteger(each)) ? list : null;
}

// {walker, free, costs}, where all that the rules say is that one piece steps to a free cell; else null.
function stepOf(all) {
    if (all.vars.size || all.isString || !all.moves.length) return null;
    let found = null;
    for (const text of all.moves) {
        const { head, patterns, cycles, rest } = readMove(text, all);
        const [{ before, after } = {}] = patterns;
        const isStep = patterns.length === 1 && !rest.length && !cycles.length && before.length === 1 && before[0].length === 2 && after.length === 1 && after[0].length === 2;
        const [whole, price] = head.match(/^(?:[^\s,]+, )?any direction(?:, cost (\S+))?$/) ?? [];
        if (!isStep || whole === undefined) return null;
        const [walker, target] = before[0];
        const [free] = target.split('|');
        if (after[0][0] !== free || after[0][1] !== walker || !all.pieces.includes(walker) || !all.pieces.includes(free)) return null;
        if (found && (found.walker !== walker || found.free !== free)) return null;
        const costs = costsOf(target, price, all);
        if (!costs) return null;
        found ??= { walker, free, costs: new Map() };
        for (const [kind, cost] of costs) found.costs.set(kind, Math.min(cost, found.costs.get(kind) ?? Infinity));
    }
    return found;
}

// The kind of floor of each cell, in reading order; null: it cannot be read here.
function floorOf(text, kinds, { rows, columns }) {
    const statement = statements(text).filter(({ word }) => word === 'floor');
    if (statement.length !== 1) return null;
    const lines = statement[0].text.split('\n').slice(1).flatMap((line) => line.split('/')).map((line) => line.trim()).filter(Boolean);
    const cells = lines.flatMap((line) => {
        const words = line.split(/\s+/);
        return words.length === columns ? words : [...words.join('')];
    });
    return lines.length === rows && cells.length === rows * columns && cells.every((kind) => kinds.includes(kind)) ? cells : null;
}

// A matrix of 0 and 1, or a map, as the tool reads it: the rules that it stands for, with its start and its goal still to be drawn.
export const isMatrix = (text) => /^\s*[01][01\s]*$/.test(text) || /^\uFEFF?\s*type\s/.test(text);
export const rulesOf = ({ rows, columns }) => `title   Maze
board   ${rows} x ${columns}
pieces  @ 0 1
names   U D L R
move    any direction:  @ 0 -> 0 @
draw    0 as floor
draw    1 as wall
`;

// {walker, free, wall, rows, columns, walls, start, goals, names, kinds, ground, costs}; `ground` is the number of each cell's kind, `costs` what a step onto that
// kind costs. null: it is none.
export function recognise(source, info) {
    const text = info && isMatrix(source) ? rulesOf(info) : source;
    if (!info?.start || info.rows < 2 || !info.editable || info.cells.length !== info.rows * info.columns || /\bwrapped\b|^(links|never|within)\b/m.test(text)) return null;
    const all = declared(text);
    const step = stepOf(all);
    const start = step ? info.cells.indexOf(step.walker) : -1;
    if (start < 0 || info.cells.indexOf(step.walker, start + 1) >= 0) return null;
    const floor = all.kinds.length ? floorOf(text, all.kinds, info) : null;
    if (all.kinds.length && !floor) return null;
    const kinds = floor ? all.kinds.slice(1) : [''];
    const costs = kinds.map((kind) => step.costs.get(kind) ?? Infinity);
    const stands = (piece) => piece === step.free || piece === step.walker;
    const walls = Uint8Array.from(info.cells, (piece) => (stands(piece) ? 0 : 1));
    const ground = floor ? Uint16Array.from(floor, (kind) => Math.max(0, kinds.indexOf(kind))) : null;
    const wall = floor ? all.kinds[0] : all.pieces.find((piece) => !stands(piece));
    const goals = info.scene.shapes.filter((shape) => shape.tone === 'goal' && shape.cell >= 0).map(({ cell }) => cell);
    const names = statements(text).find(({ word }) => word === 'names')?.text.split(/\s+/) ?? ['up', 'down', 'left', 'right'];
    const isEven = costs.every((cost) => cost === 1);
    return {
        walker: step.walker, free: step.free, wall, rows: info.rows, columns: info.columns, walls, start, goals: [...new Set(goals)], names, kinds, ground, costs, isEven,
        way: null, place: start, pieces: info.cells,
    };
}

// Whether these cells, of the rules that were written from it, are those that it has already.
export function isSame({ walls, walker, free, start }, { cells }) {
    for (let cell = 0; cell < walls.length; cell++) {
        const piece = cells[cell];
        if (walls[cell] !== (piece === free || piece === walker ? 0 : 1) || (piece === walker) !== (cell === start)) return false;
    }
    return true;
}

// The rules with the maze as it is now; `withGoal`: the goal, too.
export function written(maze, rules, withGoal) {
    const { rows, columns, walls, start, wall, free, walker, pieces, goals, kinds, ground } = maze;
    const word = (cell) => (cell === start ? walker : !walls[cell] ? free : ground || pieces[cell] === free || pieces[cell] === walker ? wall : pieces[cell]);
    const joint = [walker, free, wall ?? '', ...kinds].some((piece) => [...piece].length > 1) ? ' ' : '';
    const lines = (of) => {
        const all = [];
        const line = new Array(columns);
        for (let row = 0, cell = 0; row < rows; row++) {
            for (let column = 0; column < columns; column++) line[column] = of(cell++);
            all.push(`    ${line.join(joint)}`);
        }
        return all.join('\n');
    };
    const matrix = isMatrix(rules);
    let text = replaced(matrix ? rulesOf(maze) : rules, 'start', `start\n${lines(word)}`);
    if (ground) text = replaced(text, 'floor', `floor   ${[wall, ...kinds].join(' ')}\n${lines((cell) => (walls[cell] ? wall : kinds[ground[cell]]))}`);
    if (withGoal || matrix || ground) text = replaced(text, 'goal', `goal\n${lines((cell) => (cell === goals[0] ? walker : ground && walls[cell] ? wall : '_'))}`);
    return text;
}

// ---- Distances

export const beside = ({ rows, columns }, cell, [dx, dy]) => {
    const x = (cell % columns) + dx;
    const y = Math.floor(cell / columns) + dy;
    return x < 0 || y < 0 || x >= columns || y >= rows ? -1 : y * columns + x;
};

// How far each cell is from the start, breadth-first, as far as a search goes that ends at a goal.
function floodEvenly(it) {
    const far = new Int32Array(it.rows * it.columns).fill(-1);
    const queue = new Int32Array(far.length);
    const { columns, walls } = it;
    const goals = new Set(it.goals);
    far[queue[0] = it.start] = 0;
    let end = 1;
    let last = Infinity;
    let next = 1;
    const enter = (cell) => {
        if (walls[cell] || far[cell] >= 0) return;
        far[cell] = next;
        queue[end++] = cell;
    };
    // The steps are written out: a million cells are flooded between two strokes of a brush.
    for (let i = 0; i < end && far[queue[i]] < last; i++) {
        const cell = queue[i];
        const x = cell % columns;
        next = far[cell] + 1;
        if (goals.has(cell)) last = next - 1;
        if (cell >= columns) enter(cell - columns);
        if (cell + columns < far.length) enter(cell + columns);
        if (x > 0) enter(cell - 1);
        if (x + 1 < columns) enter(cell + 1);
    }
    Object.assign(it, { far, reached: end, deepest: far[queue[end - 1]] });
}

// A heap of numbers, the least first.
class Heap {
    items = [];

    push(value) {
        const { items } = this;
        let at = items.push(value) - 1;
        for (let up = (at - 1) >> 1; at > 0 && items[up] > value; up = (at - 1) >> 1) {
            items[at] = items[up];
            at = up;
        }
        items[at] = value;
    }

    pop() {
        const { items } = this;
        const [least] = items;
        const value = items.pop();
        if (!items.length) return least;
        let at = 0;
        for (let down = 1; down < items.length; down = 2 * at + 1) {
            if (down + 1 < items.length && items[down + 1] < items[down]) down++;
            if (items[down] >= value) break;
            items[at] = items[down];
            at = down;
        }
        items[at] = value;
        return least;
    }
}

// The same where steps have costs, by Dijkstra's search.
function floodByCost(it) {
    const cells = it.rows * it.columns;
    const far = new Float64Array(cells).fill(-1);
    const done = new Uint8Array(cells);
    const goals = new Set(it.goals);
    const heap = new Heap();
    let reached = 0;
    let deepest = 0;
    far[it.start] = 0;
    heap.push(it.start);
    while (heap.items.length) {
        const least = heap.pop();
        const cell = least % cells;
        if (done[cell]) continue;
        done[cell] = 1;
        reached++;
        deepest = far[cell];
        if (goals.has(cell)) break;
        for (const step of STEPS) {
            const next = beside(it, cell, step);
            if (next < 0 || it.walls[next] || done[next]) continue;
            const cost = far[cell] + it.costs[it.ground?.[next] ?? 0];
            if (cost === Infinity || (far[next] >= 0 && far[next] <= cost)) continue;
            far[next] = cost;
            heap.push(cost * cells + next);
        }
    }
    Object.assign(it, { far: far.map((value, cell) => (done[cell] ? value : -1)), reached, deepest });
}

export const flood = (it) => (it.isEven ? floodEvenly(it) : floodByCost(it));
