// Small things that many modules need: numbers for people, elements, and states as text.
import { t } from './language.js';

export const number = (value) => (value ?? 0).toLocaleString('en-US');

export function bytes(value) {
    const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
    let unit = 0;
    while (value >= 1024 && unit < units.length - 1) {
        value /= 1024;
        unit++;
    }
    return `${unit && value < 100 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

export function seconds(value) {
    if (value < 0.001) return '< 1 ms';
    if (value < 1) return `${Math.round(value * 1000)} ms`;
    return value < 60 ? `${value.toFixed(2)} s` : `${Math.floor(value / 60)} min ${Math.round(value % 60)} s`;
}

// 1,234,567 as 1.2 M, for axes and live counters.
export function short(value) {
    if (value < 10000) return number(Math.round(value));
    for (const [size, unit] of [[1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k']]) {
        if (value >= size) return `${(value / size).toFixed(value / size < 100 ? 1 : 0)} ${unit}`;
    }
    return String(value);
}

// `3 moves`
export const plural = (count, word) => t(`{n} ${word}${count === 1 ? '' : 's'}`, { n: number(count) });

// element('p', {class: 'note', hidden: true}, 'text', child): attributes, listeners (onclick) and children at once.
export function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
        else if (typeof value === 'boolean') made.toggleAttribute(key, value);
        else if (value !== undefined && value !== null) made.setAttribute(key, value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
}

const SVG = 'http://www.w3.org/2000/svg';

export function svg(name, attributes = {}, ...children) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) {
        if (value !== undefined && value !== null) made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
}

export const by = (id) => document.getElementById(id);

export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

// A state as text is a drawing, values (`turn is B`), or both joined by `and`. Its parts:
// {rows: [[word, …], …], values: [{name, value}, …]}.
export function parseState(state, pieces) {
    const known = new Set(pieces);
    const rows = [];
    const values = [];
    for (const part of (state || '').split(/\s+and\s+(?=\S+\s+is\s+\S+)/)) {
        const is = part.match(/^\s*(\S+)\s+is\s+(\S+)\s*$/);
        if (is) {
            values.push({ name: is[1], value: is[2] });
        } else {
            for (const row of part.split('/')) {
                rows.push(row.trim().split(/\s+/).filter(Boolean)
                    .flatMap((word) => (known.has(word) ? [word] : [...word])));
            }
        }
    }
    return { rows, values };
}

export function formatState({ rows, values }) {
    const drawing = rows.map((row) => row.join(' ')).join(' / ');
    return [drawing, ...values.map(({ name, value }) => `${name} is ${value}`)].filter(Boolean).join(' and ');
}

// Cells, in reading order, whose contents differ.
export function changedCells(before, after, pieces) {
    const old = parseState(before, pieces).rows.flat();
    const now = parseState(after, pieces).rows.flat();
    if (old.length !== now.length) return [];
    return old.flatMap((piece, cell) => (piece === now[cell] ? [] : [cell]));
}

export function save(name, text, type = 'text/plain') {
    const url = URL.createObjectURL(new Blob([text], { type }));
    element('a', { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
}
