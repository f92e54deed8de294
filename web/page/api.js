// What the page asks for, as functions. Answers come from `fewest serve`, or, where the page says that there is none, from the same
// functions in a worker: only this module knows. Every failure becomes an ApiError that carries the sentence to show and, where
// it has one, the place in the text.
import { replaced } from './rules.js';
import { said } from './said.js';
import * as server from './server.js';

const { workers } = document.documentElement.dataset;
const carrier = workers ? await import(new URL(workers, document.baseURI)) : server;

// Whether searches have threads and memory of their own, and files can be as large as one likes.
export const isServed = !workers;

export class ApiError extends Error {
    constructor(status, error) {
        super(said(error.message));
        this.status = status;
        this.hint = said(error.hint) || '';
        this.line = error.line || 0;
        this.column = error.column || 0;
        this.where = error.where || '';
    }
}

export const isAbort = (error) => error?.name === 'AbortError';

// What was answered, read; or the mistake that it tells of.
function read({ status, text }) {
    let answer = null;
    try {
        answer = JSON.parse(text);
    } catch { /* then the status must do */ }
    if (status >= 400 || answer === null) {
        throw new ApiError(status, answer?.error || { message: `The server answered ${status}.` });
    }
    return answer;
}

// A request that was not answered at all.
function silence(error) {
    if (isAbort(error) || error instanceof ApiError) return error;
    return isServed ? new ApiError(0, { message: 'The server does not answer.', hint: 'Is `fewest serve` still running?' })
        : new ApiError(0, { message: 'The search could not be done in this browser.', hint: String(error.message || error) });
}

async function call(method, path, options) {
    let answer;
    try {
        answer = await carrier.call(method, path, options);
    } catch (error) {
        throw silence(error);
    }
    return read(answer);
}

// A long start goes into the rules: an address has no room for it.
const LONG = 4000;
function placed(text, query) {
    if (!(query?.start?.length > LONG) || !/^(board|cells|string|var)\b/m.test(text)) return { text, query };
    return { text: replaced(text, 'start', `start ${query.start}`), query: { ...query, start: undefined } };
}

const get = (path, query) => call('GET', path, { query });
const post = (path, text, query, signal) => call('POST', path, { ...placed(text, query), signal });

export const puzzles = () => get('puzzles');
export const puzzle = (name) => get('puzzle', { name });
export const check = (text, start, signal) => post('check', text, { start }, signal);
export const rules = (text) => post('rules', text);
export const newStart = (text, query, signal) => post('start', text, query, signal);
export const moves = async (text, start, signal, bounds = false) => {
    const answer = await post('moves', text, { start, bounds: bounds ? 'yes' : undefined }, signal);
    return answer.scene ? answer : { ...answer, ...await post('scene', text, { start }, signal) };
};
// What leads to a state of the puzzle with this start, or its goals: {states: [{word, cost, state, scene}]}.
export const before = (text, start, to) => post('before', text, { start, to });
export const scene = async (text, start, signal) => {
    if (start?.length > LONG) { // what is drawn must be named in the address: the start that a check finds is drawn as well
        const { scene: drawn } = await post('check', text, { start }, signal);
        return { scene: drawn };
    }
    return post('scene', text, { start }, signal);
};
export const graph = (text, start, algorithm, signal) => post('graph', text, { start, algorithm }, signal);

async function begin(path, rules, asked) {
    let run;
    const { text, query } = placed(rules, asked);
    try {
        run = await carrier.beginRun(path, text, query);
    } catch (error) {
        throw silence(error);
    }
    return typeof run === 'object' ? read(run) : run;
}

export const solve = (text, query) => begin('solve', text, query);
export const explore = (text, query) => begin('explore', text, query);
// A table of the distances of all states that can come of a start, where one fits: {lookUp(state), end()}; null: none fits. It is
// the page's as long as it wants it, and may be dropped by a server all the same.
export async function table(text, start, signal) {
    if (start.length > LONG) return null;
    try {
        const kept = await carrier.keepTable(text, { start }, signal);
        return kept && { lookUp: async (state) => read(await kept.lookUp(state)), end: kept.end };
    } catch (error) {
        throw silence(error);
    }
}
// The proof of what a search finds: {run, text}, `text` being the rules that it is about.
export const prove = async (rules, asked) => ({ run: await begin('prove', rules, asked), text: placed(rules, asked).text });
// Has a proof verified, and that it is about these rules (null: about any).
export async function verify(proof, rules, signal) {
    let answer;
    try {
        answer = await carrier.verify(proof, rules, signal);
    } catch (error) {
        throw silence(error);
    }
    return read(answer);
}
export const stop = async (run) => carrier.stop(run);
export const download = (run, kind) => carrier.download(run, kind);

// Follows a run to its end: `onProgress` is called for every report, the promise holds the result.
export async function follow(run, onProgress) {
    let answer;
    try {
        answer = await carrier.follow(run, onProgress);
    } catch (error) {
        throw silence(error);
    }
    return read(answer);
}
