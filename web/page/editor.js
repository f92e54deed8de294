// The rules as text: line numbers, colours for words with a meaning, and a mistake underlined where it is, with
// its message at the end of the line. The letters on show are drawn behind a textarea whose own are transparent.
import './complete.js'; // its keys come first
import { t } from './language.js';
import * as preview from './preview.js';
import { by, element } from './text.js';

const area = by('text');
const ink = document.querySelector('#editor .ink');
const gutter = document.querySelector('#editor .gutter');
const strip = by('diagnostic');

const STATEMENTS = /^(title|board|cells|links|string|pieces|floor|var|let|names|move|start|goal|never|within|draw)\b/;

let mistake = null; // {message, hint, line, column}

// One line as spans. Columns count characters, as the server does, not UTF-16 units.
function coloured(line) {
    const comment = line.indexOf(';');
    const code = comment < 0 ? line : line.slice(0, comment);
    const parts = [];
    const word = code.match(STATEMENTS);
    let rest = code;
    if (word) {
        parts.push(element('b', {}, word[0]));
        rest = code.slice(word[0].length);
    }
    const parted = word?.[0] === 'title' ? [rest] : rest.split(/(->|\bany direction\b|\bleft or right\b|\bup or down\b|\bmirrored\b|\bdiagonal\b|\brepeat\b|\buntil blocked\b|\bat begin\b|\bat end\b|(?<==\s+)(?:ring|rest)\b|\bwrapped\b|\bwhere\b|\bor\b|\bnot\b|\band\b|\bsomewhere\b|\bnowhere\b)/);
    parted.forEach((part, i) => {
        if (part) parts.push(i % 2 ? element('i', {}, part) : part);
    });
    if (comment >= 0) parts.push(element('span', { class: 'comment' }, line.slice(comment)));
    return parts;
}

// The word at the place of a mistake, at least one character.
function underlined(line, column) {
    const letters = [...line];
    const from = Math.min(Math.max(column - 1, 0), letters.length);
    let to = from + 1;
    while (to < letters.length && /[^\s,:;/()]/.test(letters[from] || ' ') && /[^\s,:;/()]/.test(letters[to])) to++;
    return [letters.slice(0, from).join(''),
        element('mark', {}, letters.slice(from, to).join('') || ' '),
        letters.slice(to).join('')];
}

function draw() {
    const lines = area.value.split('\n');
    const numbers = lines.map((_, i) => element('span', mistake?.line === i + 1 ? { class: 'bad' } : {}, `${i + 1}\n`));
    const drawn = lines.flatMap((line, i) => {
        if (mistake?.line !== i + 1) return [...coloured(line), '\n'];
        const said = element('span', { class: 'said' }, mistake.message);
        return [element('span', { class: 'bad-line' }, ...underlined(line, mistake.column), said), '\n'];
    });
    gutter.replaceChildren(...numbers);
    ink.replaceChildren(...drawn);
    scroll();
}

function scroll() {
    ink.style.transform = `translate(${-area.scrollLeft}px, ${-area.scrollTop}px)`;
    gutter.style.transform = `translateY(${-area.scrollTop}px)`;
}

function goTo({ line, column }) {
    const lines = area.value.split('\n');
    const before = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    const units = [...(lines[line - 1] || '')].slice(0, column - 1).join('').length;
    area.focus();
    area.setSelectionRange(before + units, before + units);
}

area.addEventListener('scroll', scroll);
area.addEventListener('keydown', (event) => {
    // Tab writes blanks here; Escape first, then Tab leaves, as the help below the editor says.
    if (event.key === 'Escape') area.dataset.leaving = 'yes';
    else if (event.key === 'Tab' && !event.shiftKey && !area.dataset.leaving) {
        event.preventDefault();
        area.setRangeText('    ', area.selectionStart, area.selectionEnd, 'end');
        area.dispatchEvent(new Event('input'));
    } else if (event.key !== 'Shift') delete area.dataset.leaving;
});

export const text = () => area.value;

export function setText(value) {
    area.value = value;
    area.scrollTop = 0;
    setMistake(null);
}

// Shows a mistake (an ApiError), or that there is none.
export function setMistake(error) {
    mistake = error;
    draw();
    strip.classList.toggle('bad', Boolean(error));
    area.setAttribute('aria-invalid', String(Boolean(error)));
    if (!error) {
        preview.follow(area.value);
        strip.replaceChildren(element('span', { class: 'fine' }, t('No mistakes. ')),
            element('span', { class: 'hint' }, t('Esc, then Tab leaves the editor.')));
        return;
    }
    const where = error.line
        ? element('button', { type: 'button', class: 'link', onclick: () => goTo(error) }, t('Line {line}, column {column}', error))
        : null;
    strip.replaceChildren(...[where, element('span', { class: 'message' }, error.message),
        error.hint ? element('span', { class: 'hint' }, error.hint) : null].filter(Boolean));
}

export function onInput(call) {
    area.addEventListener('input', () => {
        draw();
        call(area.value);
    });
}
