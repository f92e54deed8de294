// What the library says, in the language of the page: in Chinese where the sentence is known, else as it is.
import { language } from './language.js';

const { mistakes, parts, reasons } = language === 'zh' ? await import('./zh-mistakes.js') : { mistakes: {}, parts: {}, reasons: {} };

const CONVERSION = /%(?:\.\*|\.?\d+)?(?:PRIu64|llu|zu|[scdux])/;
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// What a sentence of the sources may come to; the ending of a plural is nothing or an s.
function pattern(english) {
    const pieces = english.split(new RegExp(CONVERSION, 'g'));
    return new RegExp(`^${pieces.map((piece, i) => escaped(piece) + (i === pieces.length - 1 ? '' : /[a-z]$/.test(piece) && !/^\w/.test(pieces[i + 1]) ? '(s?)' : '(.*?)')).join('')}$`, 's');
}

const compiled = (sentences) => Object.entries(sentences)
    .map(([english, chinese]) => ({ chinese, pattern: pattern(english), told: english.replace(new RegExp(CONVERSION, 'g'), '').length }))
    .sort((a, b) => b.told - a.told); // the one that says most of it itself

const known = compiled(mistakes);
const grounds = compiled(reasons);

function translated(sentence, among) {
    for (const each of among) {
        const found = sentence.match(each.pattern);
        // Words of the puzzle stand in `…`, and stay what they are.
        if (found) return each.chinese.replace(/(`?)%(\d)/g, (_, quote, index) => quote + (quote ? found[index] : parts[found[index]] ?? found[index]));
    }
    return sentence;
}

export const said = (sentence) => (sentence ? translated(sentence, known) : sentence);

// Why an algorithm was chosen: `bfs: this; that`.
export function reason(sentence) {
    if (!grounds.length) return sentence;
    const [, word, rest] = sentence.match(/^(\w+): (.*)$/s) ?? [null, '', sentence];
    return (word ? `${word}：` : '') + rest.split('; ').map((each) => translated(each, grounds)).join('；');
}
