// What is on the page as the part of its address behind '#', which no server ever sees: the puzzle by name or its rules,
// compressed; the start; the step; the view. The same on every page, served or not.

const MOST = 60000; // characters: longer rules are only kept in this browser

const toText = (bytes) => btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''))
    .replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
const toBytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

export async function pack(text) {
    return toText(await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw')));
}

export async function unpack(packed) {
    return new TextDecoder().decode(await through(toBytes(packed), new DecompressionStream('deflate-raw')));
}

let lastText = null; // what was packed last: most changes leave the rules as they are
let lastPacked = '';

async function packed(text) {
    if (text !== lastText) {
        const made = await pack(text);
        lastText = text;
        lastPacked = made;
    }
    return lastPacked;
}

// state: {puzzle, rules, own, start, algorithm, step, moves, view, search, writing}. `step` is a place in the shortest solution,
// `moves` are those made by hand, `search` is what is stepped through, and how far (steps.js).
export async function write({ puzzle, rules, own, start, algorithm, step, moves, view, search, writing }) {
    const parts = new URLSearchParams();
    if (rules !== undefined) {
        const short = await packed(rules);
        if (short.length <= MOST) parts.set('r', short);
        if (own) parts.set('o', own);
    } else if (puzzle) {
        parts.set('p', puzzle);
    }
    if (start !== undefined) parts.set('s', start);
    if (algorithm && algorithm !== 'auto') parts.set('a', algorithm);
    if (moves?.length) parts.set('m', moves.join(' '));
    if (step !== undefined) parts.set('n', String(step));
    if (view && view !== 'watch') parts.set('v', view);
    if (search) parts.set('q', search);
    if (writing) parts.set('e', '1');
    return `#${parts}`;
}

// The same, read. What is missing is undefined; rules that cannot be read are an Error.
export async function read(fragment) {
    const parts = new URLSearchParams(fragment.replace(/^#/, ''));
    const get = (name) => parts.get(name) ?? undefined;
    const step = /^\d+$/.test(get('n') ?? '') ? Number(get('n')) : undefined;
    let rules;
    if (get('r')) {
        try {
            rules = await unpack(get('r'));
        } catch {
            throw new Error('This link is damaged: its rules cannot be read.');
        }
    }
    return {
        puzzle: get('p'), rules, own: get('o'), start: get('s'), algorithm: get('a'), step,
        moves: get('m')?.split(' '), view: get('v'), search: get('q'), writing: get('e') === '1',
    };
}

// A link to send: what only this browser knows is left out.
export function link(href) {
    const url = new URL(href);
    const parts = new URLSearchParams(url.hash.slice(1));
    if (parts.has('o') && !parts.has('r')) return null;
    parts.delete('o');
    url.hash = parts.toString();
    return url.href;
}
