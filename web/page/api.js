// The server's addresses as functions. Puzzles travel as text in the body; every failure becomes an ApiError that
// carries the sentence to show and, where it has one, the place in the text.

export class ApiError extends Error {
    constructor(status, error) {
        super(error.message);
        this.status = status;
        this.hint = error.hint || '';
        this.line = error.line || 0;
        this.column = error.column || 0;
        this.where = error.where || '';
    }
}

function address(path, query = {}) {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
        if (value !== undefined && value !== null && value !== '') search.set(name, value);
    }
    const tail = search.toString();
    return 'api/' + path + (tail ? '?' + tail : '');
}

async function call(method, path, { query, text, signal } = {}) {
    let response;
    try {
        response = await fetch(address(path, query), {
            method,
            body: text,
            signal,
            headers: text === undefined ? {} : { 'Content-Type': 'text/plain; charset=utf-8' },
        });
    } catch (error) {
        if (error.name === 'AbortError') throw error;
        throw new ApiError(0, { message: 'The server does not answer.', hint: 'Is `fewest serve` still running?' });
    }
    let answer = null;
    try {
        answer = await response.json();
    } catch (error) {
        if (error.name === 'AbortError') throw error;
    }
    if (!response.ok || answer === null) {
        throw new ApiError(response.status, answer?.error || { message: `The server answered ${response.status}.` });
    }
    return answer;
}

const get = (path, query) => call('GET', path, { query });
const post = (path, text, query, signal) => call('POST', path, { query, text, signal });

export const puzzles = () => get('puzzles');
export const puzzle = (name) => get('puzzle', { name });
export const check = (text, start, signal) => post('check', text, { start }, signal);
export const newStart = (text, query) => post('start', text, query);
export const moves = async (text, start, signal) => {
    const answer = await post('moves', text, { start }, signal);
    return answer.scene ? answer : { ...answer, ...await post('scene', text, { start }, signal) };
};
export const scene = (text, start, signal) => post('scene', text, { start }, signal);
export const graph = (text, start, algorithm, signal) => post('graph', text, { start, algorithm }, signal);
export const solve = async (text, query) => (await post('solve', text, query)).run;
export const stop = (run) => post(`run/${run}/stop`, '');
export const download = (run, kind) => address(`run/${run}/solution.${kind}`);

// Follows a run to its end: `onProgress` is called for every report, the promise holds the result.
export function follow(run, onProgress) {
    return new Promise((resolve, reject) => {
        const source = new EventSource(address(`run/${run}/events`));
        source.addEventListener('progress', (event) => onProgress(JSON.parse(event.data)));
        source.addEventListener('done', (event) => {
            source.close();
            resolve(JSON.parse(event.data));
        });
        source.addEventListener('error', async () => {
            source.close();
            // The stream broke; the run itself may be over or still at work.
            try {
                for (;;) {
                    const answer = await get(`run/${run}`);
                    if (!answer.running) return resolve(answer);
                    await new Promise((wake) => setTimeout(wake, 300));
                }
            } catch (error) {
                reject(error);
            }
        });
    });
}

export const isAbort = (error) => error?.name === 'AbortError';
