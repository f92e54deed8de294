// Help while one writes rules: what the word at the cursor means, words to complete it with, and examples to insert.
import { t } from './language.js';
import { declared } from './rules.js';
import { by, element } from './text.js';
import { EXAMPLES, STATEMENTS, WORDS } from './words.js';

const MOST = 8;
const area = by('text');
const explained = by('word-help');
const popup = by('completions');
const inserting = by('insert-example');

const PHRASES = Object.keys(WORDS).filter((word) => word.includes(' '));

// The line of the cursor: {line, column, start}.
function here() {
    const before = area.value.slice(0, area.selectionStart);
    const start = before.lastIndexOf('\n') + 1;
    const end = area.value.indexOf('\n', start);
    return { line: area.value.slice(start, end < 0 ? undefined : end), column: area.selectionStart - start, start };
}

// The phrase or word that the cursor is in or behind.
function wordAt({ line, column }) {
    for (const phrase of PHRASES) {
        for (let at = line.indexOf(phrase); at >= 0; at = line.indexOf(phrase, at + 1)) {
            if (at <= column && column <= at + phrase.length) return phrase;
        }
    }
    let from = column;
    let to = column;
    while (from > 0 && /[^\s,:;/()]/.test(line[from - 1])) from--;
    while (to < line.length && /[^\s,:;/()]/.test(line[to])) to++;
    return line.slice(from, to);
}

// ---- What the word means

function meaning(word, place) {
    const isStatement = /^\S/.test(place.line) && place.column <= (place.line.match(/^\S+/)?.[0].length ?? 0);
    if (isStatement && STATEMENTS[word]) return STATEMENTS[word];
    const { pieces, names, vars, kinds } = declared(area.value);
    if (names.has(word)) return [t('A name: any one of {list}, the same throughout a rule.', { list: short(names.get(word)) }), ''];
    if (vars.has(word)) return [t('A value beside the board: one of {list}.', { list: short(vars.get(word)) }), ''];
    if (pieces.includes(word)) return [t('A piece: it can stand in a cell.'), ''];
    if (WORDS[word]) return WORDS[word];
    if (kinds.includes(word)) return [t('A kind of floor: it lies under the pieces.'), ''];
    return null;
}

const short = (list) => (list.length > 12 ? [...list.slice(0, 10), '…', list.at(-1)] : list).join(' ');

function explain() {
    const place = here();
    const word = place.line.slice(0, place.column).includes(';') ? '' : wordAt(place);
    const found = word ? meaning(word, place) : null;
    explained.replaceChildren(...(found ? [element('code', {}, word), ` ${found[0]} `, found[1] ? element('code', { class: 'example' }, found[1]) : '']
        : [t('Put the cursor on a word to see what it means. Ctrl and space completes it.')]));
}

// ---- Completing it

let choices = [];
let chosen = -1; // with the arrow keys
let typed = ''; // what they complete

function candidates(place, all) {
    const atMargin = /^\S*$/.test(place.line.slice(0, place.column));
    if (atMargin) return Object.keys(STATEMENTS);
    const { pieces, names, vars, kinds } = declared(area.value);
    const own = [...names.keys(), ...vars.keys(), ...[...pieces, ...kinds].filter((word) => all || word.length > 2)];
    return [...new Set([...Object.keys(WORDS).filter((word) => /^[a-z]/.test(word)), ...own])];
}

// `all`: asked for, so that every word is offered; else only where two letters or more are there.
function offer(all = false) {
    const place = here();
    const before = place.line.slice(0, place.column);
    typed = before.match(/[\p{L}\p{N}]*$/u)[0];
    const atMargin = before === typed;
    const enough = all || (typed.length >= (atMargin ? 1 : 2) && !before.includes(';') && !/[\p{L}\p{N}]/u.test(place.line[place.column] ?? ''));
    choices = enough ? candidates(place, all).filter((word) => word.startsWith(typed) && word !== typed).slice(0, MOST) : [];
    chosen = all && choices.length ? 0 : -1;
    show(place);
}

function close() {
    choices = [];
    show();
}

const isOpen = () => choices.length > 0;

function show(place = here()) {
    popup.hidden = !isOpen();
    popup.replaceChildren(...choices.map((word, i) => element('li', {
        id: `completion-${i}`, role: 'option', 'aria-selected': String(i === chosen),
        onmousedown: (event) => { event.preventDefault(); accept(i); },
    }, element('b', {}, word), element('span', {}, (STATEMENTS[word] ?? WORDS[word])?.[0] ?? ''))));
    if (chosen >= 0) area.setAttribute('aria-activedescendant', `completion-${chosen}`);
    else area.removeAttribute('aria-activedescendant');
    if (isOpen()) put(place);
}

// Below the cursor, inside the editor.
function put(place) {
    const style = getComputedStyle(area);
    const pen = element('canvas').getContext('2d');
    pen.font = style.font;
    const x = 10 + pen.measureText(place.line.slice(0, place.column - typed.length)).width - area.scrollLeft;
    const line = area.value.slice(0, place.start).split('\n').length;
    const y = 10 + line * parseFloat(style.lineHeight) - area.scrollTop;
    const room = popup.offsetParent;
    popup.style.left = `${Math.max(0, Math.min(x, room.clientWidth - popup.offsetWidth - 4))}px`;
    const above = y + popup.offsetHeight > room.clientHeight;
    popup.style.top = `${above ? Math.max(0, y - parseFloat(style.lineHeight) - popup.offsetHeight - 4) : y}px`;
}

// Writes as if it were typed, so that the browser's own Undo knows of it.
function type(text) {
    area.focus();
    if (!document.execCommand('insertText', false, text)) {
        area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
        area.dispatchEvent(new Event('input'));
    }
}

function accept(index) {
    const word = choices[index];
    const rest = word.slice(typed.length);
    const isStatement = here().line.slice(0, here().column) === typed;
    close();
    type(isStatement ? `${rest.padEnd(8 - typed.length)}` : rest);
    close();
}

// Before the editor's own keys.
area.addEventListener('keydown', (event) => {
    const { key } = event;
    if (key === ' ' && event.ctrlKey) {
        event.preventDefault();
        return offer(true);
    }
    if (!isOpen()) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step) chosen = (chosen + step + choices.length + (chosen < 0 && step < 0 ? 1 : 0)) % choices.length;
    else if (key === 'Escape') close();
    else if (key === 'Tab' && !event.shiftKey) accept(Math.max(0, chosen));
    else if (key === 'Enter' && chosen >= 0) accept(chosen);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
    show();
});
area.addEventListener('input', () => offer());
area.addEventListener('blur', close);
document.addEventListener('selectionchange', () => { if (document.activeElement === area) explain(); });

// ---- Examples

inserting.append(element('option', { value: '' }, t('Insert an example…')), ...EXAMPLES.map(([name], i) => element('option', { value: i }, name)));
inserting.addEventListener('change', () => {
    const example = EXAMPLES[inserting.value];
    inserting.value = '';
    if (!example) return;
    // Behind the statement that the cursor is in.
    const lines = area.value.split('\n');
    let line = area.value.slice(0, area.selectionStart).split('\n').length;
    while (line < lines.length && /^\s+\S/.test(lines[line])) line++;
    const before = lines.slice(0, line).join('\n');
    const from = Math.min(area.value.length, before.length + (line < lines.length ? 1 : 0));
    area.focus();
    area.setSelectionRange(from, from);
    const breakBefore = before && line >= lines.length && !area.value.endsWith('\n') ? '\n' : '';
    type(`${breakBefore}${example[2]}\n`);
    close();
});

explain();
