// The proof of what was solved: the library writes it, and a program that shares no code with it verifies it.
import * as api from './api.js';
import { t } from './language.js';
import { said } from './said.js';
import { bytes, element, number } from './text.js';

const toBytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

let current = null; // {stop()} of the one that is being made
let url = null; // of the file that is offered

const failed = ({ status, error, message }) => said(error?.message ?? message) ?? status;

// What the verifier said, in the language of the page where it is known there.
function inWords(message) {
    const [, cost] = message.match(/a goal is reached at cost (\d+), and not below it/) ?? [];
    if (cost !== undefined) return t('a goal is reached at cost {cost}, and not below it', { cost: number(Number(cost)) });
    return /no moves lead to a goal/.test(message) ? t('no moves lead to a goal') : message.replace(/^verified: /, '');
}

async function make({ text, start }, signal, say) {
    say(t('Writing the proof…'));
    const { run, text: rules } = await api.prove(text, { start });
    const stop = () => api.stop(run).catch(() => {});
    signal.addEventListener('abort', stop);
    const written = await api.follow(run, () => {});
    signal.removeEventListener('abort', stop);
    signal.throwIfAborted();
    if (written.status !== 'proved') throw new Error(`${failed(written)} ${written.error?.hint ?? ''}`);
    const proof = toBytes(written.proof);
    say(t('A separate program verifies it…'));
    const verdict = await api.verify(proof, written.imported ? null : rules, signal);
    signal.throwIfAborted();
    return { proof, verdict };
}

// The proof that was not finished is given up, and what was offered is gone.
export function forget() {
    current?.abort();
    current = null;
    if (url) URL.revokeObjectURL(url);
    url = null;
}

// What stands below a result: a button that makes the proof, and what came of it. puzzle: {text, start, name}
export function offer(puzzle) {
    const note = element('span', { class: 'note', role: 'status', id: 'proof-note' });
    const button = element('button', { type: 'button', class: 'link', id: 'prove' }, t('Prove it'));
    const say = (text, bad = false) => {
        note.textContent = text;
        note.classList.toggle('bad', bad);
    };
    button.addEventListener('click', async () => {
        if (current) return current.abort();
        const mine = current = new AbortController();
        button.textContent = t('Stop');
        try {
            const { proof, verdict } = await make(puzzle, mine.signal, say);
            if (current !== mine) return;
            if (verdict.status === 'verified') {
                say(t('Verified by a program that shares no code with the search: {said}.', { said: inWords(verdict.message) }));
            } else say(t('Not verified: {said}', { said: failed(verdict) }), true);
            url = URL.createObjectURL(new Blob([proof]));
            note.append(' ', element('a', { href: url, download: `${puzzle.name}.proof`, id: 'proof-file' }, t('Download the proof ({size})', { size: bytes(proof.length) })));
            button.hidden = verdict.status === 'verified';
        } catch (error) {
            if (current === mine) say(mine.signal.aborted ? t('Stopped.') : `${error.message} ${error.hint ?? ''}`, !mine.signal.aborted);
        }
        if (current === mine) current = null;
        button.textContent = t('Prove it');
    });
    return element('p', { class: 'proof' }, button, ' ', note);
}
