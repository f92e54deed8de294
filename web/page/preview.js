// Each rule as little pictures, before and after: the pattern as a board of its own, drawn by the library with the pieces and colours of the
// puzzle. What a name or a sum stands for is written on it.
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

async function ruleOf(text, all, draws) {
    const { head, patterns, rest } = readMove(text, all);
    const pairs = [];
    for (const { before, after } of patterns) {
        if (!before.length || !after.length) continue;
        pairs.push(element('span', { class: 'pair' }, await side(before, all, draws), element('span', { class: 'arrow', 'aria-label': t('becomes'), role: 'img' }, '→'), await side(after, all, draws)));
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
        items.push(await ruleOf(move, all, draws));
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
