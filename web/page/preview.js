// Each rule as little pictures, before and after: the pattern as a board of its own, drawn by the library with the pieces and colours of the
// puzzle. What a name or a sum stands for is written on it. Of a cycle, the whole board with what goes round.
import * as api from './api.js';
import { drawing } from './board.js';
import { t } from './language.js';
import { declared, readMove, statements } from './rules.js';
import { by, element, svg } from './text.js';

const MOST_RULES = 40;
const MOST_CELLS = 60; // of a pattern

const place = by('rule-pictures');
const room = place.querySelector('div');
const known = new Map(); // what was asked for → the scene, or null
let shown = '';

// A puzzle whose whole board is the pattern. `_` and names need some piece to be drawn with, each its own where that is possible.
function boardOf(rows, { pieces, names }, drawn) {
    const used = new Set(rows.flat().filter((word) => pieces.includes(word)));
    const standIns = new Map();
    const free = (wanted) => wanted.find((piece) => pieces.includes(piece) && !used.has(piece)) ?? wanted.find((piece) => pieces.includes(piece)) ?? pieces[0];
    const piece = (word) => {
        const [bare] = word.split('|');
        if (pieces.includes(bare)) return bare;
        if (!standIns.has(bare)) {
            const name = bare.split(/[+*-]/).find((part) => names.has(part));
            const found = free(names.get(name) ?? pieces);
            standIns.set(bare, found);
            used.add(found);
        }
        return standIns.get(bare);
    };
    const state = rows.map((row) => row.map(piece).join(' ')).join(' / ');
    return {
        text: `board ${rows.length} x ${rows[0].length}\npieces ${pieces.join(' ')}\n${drawn}move ${pieces[0]} -> ${pieces.at(-1)}\nstart ${state}\n`,
        notes: rows.flat().map((word) => (pieces.includes(word) ? null : word)),
    };
}

async function sceneOf(text) {
    if (!known.has(text)) {
        if (known.size > 500) known.clear();
        known.set(text, api.check(text).then(({ scene }) => scene, () => null));
    }
    return known.get(text);
}

const isGround = ({ tone }) => tone === 'cell' || tone === 'board';

// The scene with what the words say: nothing for `_`, the name for a name, where the piece has letters on it.
function annotated(scene, notes) {
    const shapes = scene.shapes.flatMap((shape) => {
        const note = shape.cell >= 0 ? notes[shape.cell] : null;
        if (note === null || isGround(shape)) return [shape];
        if (note === '_') return [];
        return [shape.label ? { ...shape, label: note, size: Math.min(shape.size || 0.45, 1.3 / [...note].length) } : shape];
    });
    return { ...scene, shapes };
}

function pictureOf(scene, notes, name) {
    const picture = drawing(annotated(scene, notes), name);
    const lettered = new Set(scene.shapes.filter((shape) => shape.label && !isGround(shape)).map(({ cell }) => cell));
    notes.forEach((note, cell) => {
        const frame = scene.shapes.find((shape) => shape.cell === cell);
        if (note === null || !frame || (note !== '_' && lettered.has(cell))) return;
        const [w, h] = frame.kind === 'circle' ? [0, 0] : [frame.w, frame.h];
        const text = svg('text', {
            x: 100 * (frame.x + w / 2), y: 100 * (frame.y + h / 2), dy: '0.35em', class: note === '_' ? 'any' : 'named', 'font-size': Math.min(46, 120 / [...note].length),
        });
        text.textContent = note === '_' ? '·' : note;
        picture.append(text);
    });
    // The size of a cell is the same in all of them.
    picture.style.width = `${Math.min(220, 30 * scene.width)}px`;
    return picture;
}

// Without the library's picture: the words in boxes.
function plain(rows) {
    return element('span', { class: 'plain-pattern' }, ...rows.map((row) => element('span', {}, ...row.map((word) => element('b', {}, word)))));
}

// The drawing rules that a pattern needs: all looks of pieces, and the blocks that may lie in it; others may be larger than it.
function drawnIn(rows, draws) {
    const here = new Set(rows.flat());
    return draws.filter(({ words, isBlock }) => !isBlock || words.every((word) => here.has(word))).map(({ text }) => `draw ${text}\n`).join('');
}

function drawsOf(rules, { names, pieces }) {
    const looks = statements(rules).filter(({ word, text }) => word === 'draw' && / as /.test(text) && !/^as\b/.test(text));
    return looks.map(({ text }) => {
        const at = text.lastIndexOf(' as ');
        const [left, look] = [text.slice(0, at), text.slice(at)];
        const isBlock = /^ as block/.test(look);
        const words = left.split(/[\s/]+/).filter(Boolean).flatMap((word) => (isBlock ? [word] : names.get(word) ?? [word])).filter((word) => isBlock || pieces.includes(word));
        return { text: isBlock ? text : words.join(' ') + look, words, isBlock };
    }).filter(({ words }) => words.length);
}

async function side(rows, all, draws) {
    const drawn = rows.length ? drawnIn(rows, draws) : '';
    if (all.isString || !all.pieces.length || rows.length * rows[0].length > MOST_CELLS || rows.some((row) => row.length !== rows[0].length)) return plain(rows);
    for (const how of drawn ? [drawn, ''] : ['']) {
        const { text, notes } = boardOf(rows, all, how);
        const scene = await sceneOf(text);
        if (scene) return pictureOf(scene, notes, rows.map((row) => row.join(' ')).join(' / '));
    }
    return plain(rows);
}

// ---- Cycles

// The place of each cell of the board: the first shape that is drawn there.
function framesOf(scene) {
    const frames = new Map();
    for (const shape of scene.shapes) if (shape.cell >= 0 && ['rect', 'circle'].includes(shape.kind) && !frames.has(shape.cell)) frames.set(shape.cell, shape);
    return frames;
}

// The board with a number on each content that goes round, a colour for each cycle. `turn` 1: after the move.
function cyclePicture(scene, frames, cycles, turn, name) {
    const marks = new Map();
    cycles.forEach((cells, i) => cells.forEach((_, k) => marks.set(cells[(k + turn) % cells.length], { label: String(k + 1), tone: String(i % 8) })));
    const shapes = [...frames.values()].map(({ kind, key, x, y, w, h, round, cell }) => ({ kind, key, x, y, w, h, round, cell, tone: 'cell', ...marks.get(cell) }));
    const picture = drawing({ ...scene, shapes }, name);
    picture.style.width = `${Math.min(220, 22 * scene.width)}px`;
    return picture;
}

// The move as two pictures; null: there is nothing to draw it on.
async function cyclePair(cycles, { cells }, rules) {
    const scene = await sceneOf(rules);
    const frames = scene ? framesOf(scene) : new Map();
    const places = cycles.map((words) => words.map((word) => (cells.length ? cells.indexOf(word) : Number(word) - 1)));
    if (!places.flat().every((cell) => frames.has(cell))) return null;
    const told = (turn) => cycles.map((words) => words.map((_, k) => words[(k + turn) % words.length]).join(' ')).join(' / ');
    return [cyclePicture(scene, frames, places, 0, told(0)), cyclePicture(scene, frames, places, 1, told(1))];
}

const pair = (before, after) => element('span', { class: 'pair' }, before, element('span', { class: 'arrow', 'aria-label': t('becomes'), role: 'img' }, '→'), after);

async function ruleOf(text, all, draws, rules) {
    const { head, patterns, cycles, rest } = readMove(text, all);
    const pairs = [];
    const turned = cycles.length ? await cyclePair(cycles, all, rules) : null;
    if (turned) pairs.push(pair(...turned));
    else if (cycles.length) rest.unshift(`cycle ${cycles.map((cells) => `(${cells.join(' ')})`).join(' ')}`);
    for (const { before, after } of patterns) {
        if (!before.length || !after.length) continue;
        pairs.push(pair(await side(before, all, draws), await side(after, all, draws)));
    }
    return element('li', {}, head ? element('span', { class: 'head' }, head) : null, ...pairs, ...rest.map((part) => element('span', { class: 'mono' }, part.replaceAll('->', '→'))));
}

// Draws the rules of a text that the library has found to be right.
export async function show(rules) {
    if (!place.open || rules === shown) return;
    shown = rules;
    const all = declared(rules);
    const draws = drawsOf(rules, all);
    const items = [];
    for (const move of all.moves.slice(0, MOST_RULES)) {
        items.push(await ruleOf(move, all, draws, rules));
        if (rules !== shown) return;
    }
    const left = all.moves.length - items.length;
    room.replaceChildren(element('ol', {}, ...items), ...(left > 0 ? [element('p', { class: 'note' }, t('and {n} more', { n: left }))] : []));
}

let latest = '';
place.addEventListener('toggle', () => show(latest));

export function follow(rules) {
    latest = rules;
    show(rules);
}
