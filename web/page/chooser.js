// The list of puzzles, one's own first: a search field whose list is always open, and for a family its numbers.
import { language, t } from './language.js';
import * as own from './own.js';
import { by, element } from './text.js';

const list = by('puzzles');
const field = by('search');
const family = by('family');

let builtins = [];
let shown = [];
let active = -1;
let chosen = '';
let choose = { builtin: () => {}, own: () => {} };

// tiles-RxC and its example tiles-3x3: [{letter: 'R', value: 3}, …]
function numbersOf({ name, example }) {
    const letters = [...name.matchAll(/[A-Z]/g)].map((match) => match[0]);
    const values = [...example.matchAll(/\d+/g)].map((match) => Number(match[0]));
    return letters.map((letter, i) => ({ letter, value: values[i] ?? 3 }));
}

const MEANINGS = { R: 'rows', C: 'columns', D: 'disks', P: 'pegs', N: 'pieces', K: 'turned at once' };

// `name`: of the member that is on the board.
function showFamily(builtin, name) {
    family.hidden = !builtin.family;
    if (!builtin.family) return;
    const numbers = numbersOf({ name: builtin.name, example: name || builtin.example });
    const inputs = numbers.map(({ letter, value }) => element('label', {},
        `${t(MEANINGS[letter] || letter)} `,
        element('input', { type: 'number', min: '1', max: '99', value: String(value), name: letter, inputmode: 'numeric' })));
    family.replaceChildren(...inputs, element('button', { type: 'submit' }, t('Set')));
}

family.addEventListener('submit', (event) => {
    event.preventDefault();
    const builtin = builtins.find((each) => each.name === chosen);
    const values = Object.fromEntries(new FormData(family));
    choose.builtin(builtin.name.replace(/[A-Z]/g, (letter) => values[letter] || '3'), builtin);
});

function setActive(index) {
    active = index;
    [...list.children].forEach((option, i) => {
        option.classList.toggle('active', i === active);
        if (i === active) {
            field.setAttribute('aria-activedescendant', option.id);
            // Only the list scrolls, not the page.
            const { offsetTop: top, offsetHeight: height } = option;
            if (top < list.scrollTop) list.scrollTop = top;
            if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
        }
    });
    if (active < 0) field.removeAttribute('aria-activedescendant');
}

const day = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

// One's own as they are listed. The key of a puzzle is its id in the list, without `puzzle-`.
const mine = () => own.all().map((entry) => ({
    key: `own-${entry.id}`, own: entry.id, name: entry.title || entry.name,
    summary: t('Yours, changed {when}', { when: day.format(entry.changed) }),
}));

function show() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    shown = [...mine(), ...builtins].filter(({ name, summary }) => words.every((word) => `${name} ${summary}`.toLowerCase().includes(word)));
    // Names before summaries; the order is otherwise kept.
    const inName = ({ name }) => words.every((word) => name.toLowerCase().includes(word));
    shown.sort((a, b) => inName(b) - inName(a));
    list.replaceChildren(...shown.map((builtin, i) => element('li', {
        id: `puzzle-${builtin.key}`, role: 'option', 'aria-selected': String(builtin.key === chosen),
        onclick: () => pick(i), onpointerdown: (event) => event.preventDefault(),
    }, element('span', { class: 'name' }, builtin.name), element('span', { class: 'what' }, builtin.summary))));
    by('no-puzzle').hidden = shown.length > 0;
    setActive(words.length && shown.length ? 0 : -1);
}

function pick(index) {
    const builtin = shown[index];
    if (!builtin) return;
    if (builtin.own) choose.own(builtin.own);
    else choose.builtin(builtin.example || builtin.name, builtin);
    if (matchMedia('(max-width: 760px)').matches) field.blur();
}

field.addEventListener('input', show);
field.addEventListener('keydown', (event) => {
    const last = shown.length - 1;
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, last));
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else if (event.key === 'Enter') pick(Math.max(active, 0));
    else if (event.key === 'Escape' && field.value) { field.value = ''; show(); }
    else return;
    event.preventDefault();
});

// Marks the puzzle that is on the board.
export function mark({ builtin, own: id, name }) {
    chosen = builtin ? builtin.name : id ? `own-${id}` : '';
    for (const option of list.children) {
        option.setAttribute('aria-selected', String(option.id === `puzzle-${chosen}`));
    }
    field.placeholder = builtin ? t('{name} – search puzzles', { name: builtin.name }) : t('Search puzzles');
    if (!builtin) family.hidden = true;
    else if (family.dataset.of !== name) showFamily(builtin, name);
    family.dataset.of = builtin ? name : '';
}

// The built-in puzzle or family that a name belongs to, or null: tiles-4x4 to tiles-RxC.
export function builtinOf(name) {
    const fits = (builtin) => builtin.family && new RegExp(`^${builtin.name.replace(/[A-Z]/g, '\\d+')}$`).test(name);
    return builtins.find((builtin) => builtin.name === name) ?? builtins.find(fits) ?? null;
}

// One's own puzzles have changed.
export function refresh() {
    const at = list.scrollTop;
    show();
    list.scrollTop = at;
}

// `onChoose`: {builtin(name, builtin), own(id)}.
export function fill(puzzles, onChoose) {
    builtins = puzzles.map((builtin) => ({ ...builtin, summary: t(builtin.summary), key: builtin.name }));
    choose = onChoose;
    show();
}
