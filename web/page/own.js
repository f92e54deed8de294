// Puzzles of one's own, kept in the browser: each has a number, its text as it was typed last, mistakes and all, its name and
// its start. Several pages may be open: each puzzle has an entry of its own, and nothing is held here.

const PREFIX = 'fewest.own.';

// {id, name, title, text, start, changed}, or null.
export function find(id) {
    try {
        const entry = JSON.parse(localStorage.getItem(PREFIX + id));
        return typeof entry?.text === 'string' ? { ...entry, id } : null;
    } catch {
        return null;
    }
}

// All of them, the last changed first.
export function all() {
    let keys = [];
    try {
        keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    } catch { /* the browser keeps nothing */ }
    return keys.map((key) => find(key.slice(PREFIX.length))).filter(Boolean).sort((a, b) => b.changed - a.changed);
}

export const withText = (text) => all().find((entry) => entry.text === text) ?? null;

export const titleOf = (text) => text.match(/^\s*title\s+(.*?)\s*(?:;.*)?$/m)?.[1] || '';

export const newId = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

// false: the browser refuses to keep it.
export function keep({ id, name, text, start }) {
    try {
        localStorage.setItem(PREFIX + id, JSON.stringify({ name, title: titleOf(text), text, start, changed: Date.now() }));
        return true;
    } catch {
        return false;
    }
}

// `call(id)` when a puzzle was kept or removed by another page of this browser; undefined: any may have been.
export function onOthers(call) {
    addEventListener('storage', ({ key }) => {
        if (key === null || key.startsWith(PREFIX)) call(key?.slice(PREFIX.length));
    });
}

export function remove(id) {
    try {
        localStorage.removeItem(PREFIX + id);
    } catch { /* then it was not there */ }
}
