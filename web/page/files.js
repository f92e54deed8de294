// Files and the clipboard: a puzzle is opened from a file, by a button or by dropping it anywhere on the page. What kind of file
// it is, the library finds out.
import { t } from './language.js';
import { by } from './text.js';

const MOST = 4 << 20; // bytes, as the library has it

let target = { open: () => {}, fail: () => {} };

async function read(file) {
    if (!file) return;
    if (file.size > MOST) return target.fail(t('{name} is longer than four megabytes.', { name: file.name }));
    try {
        const text = await file.text();
        if (!text.trim()) target.fail(t('{name} is empty.', { name: file.name }));
        else if (text.includes('\0')) target.fail(t('{name} is not a text.', { name: file.name }));
        else target.open(file.name, text);
    } catch {
        target.fail(t('{name} cannot be read.', { name: file.name }));
    }
}

const chosen = by('file');
by('open-puzzle').addEventListener('click', () => chosen.click());
chosen.addEventListener('change', async () => {
    await read(chosen.files[0]);
    chosen.value = ''; // so that the same file can be opened again
});

const brings = (event) => event.dataTransfer?.types.includes('Files');
addEventListener('dragover', (event) => {
    if (!brings(event)) return;
    event.preventDefault();
    document.body.classList.add('dropping');
});
addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) document.body.classList.remove('dropping');
});
addEventListener('drop', (event) => {
    document.body.classList.remove('dropping');
    if (!brings(event)) return;
    event.preventDefault();
    read(event.dataTransfer.files[0]);
});

// `open(name, text)`, `fail(message)`.
export function connect(theTarget) {
    target = theTarget;
}

// Whether the text is in the clipboard now. Where a page may not write there, as if by hand.
export async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch { /* an older way */ }
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    const copied = document.execCommand('copy');
    field.remove();
    return copied;
}
