// Rules as far as the page reads them itself: which words are declared, and what the rules look like. What they mean, and whether they
// are right, the library says.

const STATEMENT = /^[a-z]+/;

// {word, text, line}: `text` is what stands behind the word, with the line ends in it.
export function statements(rules) {
    const found = [];
    rules.split('\n').forEach((whole, line) => {
        const code = whole.replace(/;.*/, '').trimEnd();
        if (!code.trim()) return;
        if (/^\s/.test(code)) {
            if (found.length) found.at(-1).text += `\n${code.trim()}`;
            return;
        }
        const [word] = code.match(STATEMENT) ?? [''];
        found.push({ word, text: code.slice(word.length).trim(), line: line + 1 });
    });
    return found;
}

// How many moves a solution may have, where the rules say so and every move costs 1; else Infinity.
export function mostMoves(rules) {
    const all = statements(rules);
    const { text } = all.find(({ word }) => word === 'within') ?? {};
    const costly = all.some(({ word, text: rest }) => (word === 'move' && /\bcost\b/.test(rest)) || (word === 'links' && /:/.test(rest)));
    return /^\d+$/.test(text ?? '') && !costly ? Number(text) : Infinity;
}

const MOST_OF_RANGE = 200;

// The rules with another statement in place of the first of its kind, or behind all where there is none.
export function replaced(rules, word, statement) {
    const lines = rules.split('\n');
    const at = lines.findIndex((line) => new RegExp(`^${word}\\b`).test(line));
    if (at < 0) return `${rules.replace(/\n*$/, '\n')}${statement}\n`;
    let end = at + 1;
    for (let i = end; i < lines.length && (/^\s/.test(lines[i]) || !lines[i].trim()); i++) if (lines[i].trim()) end = i + 1;
    return [...lines.slice(0, at), statement, ...lines.slice(end)].join('\n');
}

// `1..3 x` is 1, 2, 3 and x.
export function list(text) {
    return text.split(/\s+/).filter(Boolean).flatMap((word) => {
        const [, from, to] = word.match(/^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])$/) ?? [];
        if (from === undefined) return [word];
        const numbers = /\d/.test(from);
        const [first, last] = numbers ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)];
        const count = Math.min(MOST_OF_RANGE, last - first + 1);
        return count > 0 ? Array.from({ length: count }, (_, i) => (numbers ? String(first + i) : String.fromCharCode(first + i))) : [word];
    });
}

// What is declared: {pieces, names (Map of lists), vars (Map of lists), kinds, cells, isString, moves}.
export function declared(rules) {
    const all = { pieces: [], names: new Map(), vars: new Map(), kinds: [], cells: [], isString: false, moves: [] };
    for (const { word, text } of statements(rules)) {
        const [, left, right] = text.match(/^([^=]*?)\s*=\s*([\s\S]*)$/) ?? [];
        if (word === 'pieces') all.pieces.push(...list(text));
        else if (word === 'string') all.isString = true;
        else if (word === 'cells') all.cells.push(...list(text));
        else if (word === 'floor') all.kinds.push(...list(text.split('\n')[0]));
        else if (word === 'var' && left) all.vars.set(left.trim(), list(right));
        else if (word === 'let' && left) for (const name of left.split(',')) all.names.set(name.trim(), list(right.replace(/^(ring|rest)\b/, '')));
        else if (word === 'move') all.moves.push(text);
    }
    return all;
}

// A row of a drawing as cells: whole words that are pieces, names or sums, and others letter by letter.
function cells(row, { pieces, names }, isRight) {
    const isCell = (word) => pieces.includes(word) || names.has(word) || word.includes('|');
    const isSum = (word) => isRight && /[+*-]/.test(word) && word.split(/[+*-]/).some((part) => names.has(part));
    return row.trim().split(/\s+/).filter(Boolean).flatMap((word) => (isCell(word) || isSum(word) ? [word] : [...word]));
}

const drawingOf = (text, known, isRight) => text.split(/\/|\n/).map((row) => cells(row, known, isRight)).filter((row) => row.length);

// One rule: {head, patterns: [{before, after}], cycles: [[cell, …], …], rest: [text]}; before and after are rows of words.
export function readMove(text, known) {
    const [, head, body] = text.match(/^([\s\S]*?\S):(?:\s+([\s\S]*))?$/) ?? [null, '', text];
    const where = (body ?? '').search(/\swhere\s/);
    const parts = (where < 0 ? body ?? '' : body.slice(0, where)).split(/,\s+|\s+,/).map((part) => part.trim()).filter(Boolean);
    const patterns = [];
    const rest = [];
    const cycles = [];
    for (const part of parts) {
        const [left, right] = part.split(/(?<=^|\s)->(?=\s|$)/);
        const words = left.trim().split(/\s+/);
        const isValue = known.vars.has(words[0]) && words.length === 2;
        if (words[0] === 'cycle') cycles.push(...[...part.matchAll(/\(([^()]*)\)/g)].map(([, cells]) => cells.trim().split(/\s+/)));
        else if (isValue || right === undefined) rest.push(part);
        else patterns.push({ before: drawingOf(left, known, false), after: drawingOf(right, known, true) });
    }
    if (where >= 0) rest.push(body.slice(where).trim());
    return { head: head.replace(/\s+/g, ' '), patterns, cycles, rest };
}
