// How requests reach `fewest serve`: the addresses beside the page.

export function address(path, query = {}) {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
        if (value !== undefined && value !== null && value !== '') search.set(name, value);
    }
    const tail = search.toString();
    return 'api/' + path + (tail ? '?' + tail : '');
}

// {status, text}; fails where there is no answer.
export async function call(method, path, { query, text, signal } = {}) {
    const response = await fetch(address(path, query), {
        method,
        body: text,
        signal,
        headers: text === undefined ? {} : { 'Content-Type': 'text/plain; charset=utf-8' },
    });
    return { status: response.status, text: await response.text() };
}

const sleep = (milliseconds) => new Promise((wake) => { setTimeout(wake, milliseconds); });

// {status, text} of the end of a run; `onProgress` is called for every report.
export function follow(run, onProgress) {
    return new Promise((resolve, reject) => {
        const source = new EventSource(address(`run/${run}/events`));
        source.addEventListener('progress', (event) => onProgress(JSON.parse(event.data)));
        source.addEventListener('done', (event) => {
            source.close();
            resolve({ status: 200, text: event.data });
        });
        source.addEventListener('error', async () => {
            source.close();
            // The stream broke; the run itself may be over or still at work.
            try {
                for (;;) {
                    const answer = await call('GET', `run/${run}`);
                    if (answer.status !== 200 || !JSON.parse(answer.text).running) return resolve(answer);
                    await sleep(300);
                }
            } catch (error) {
                reject(error);
            }
        });
    });
}

export async function beginRun(path, text, query) {
    const answer = await call('POST', path, { text, query });
    return answer.status === 202 ? JSON.parse(answer.text).run : answer;
}

// Has a distance table made and kept: {lookUp(state), end()}, or null. The server drops it when others were asked for.
export async function keepTable(text, query, signal) {
    const run = await beginRun('table', text, query);
    if (typeof run === 'object') return null;
    const abort = () => stop(run).catch(() => {});
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    const { status, text: made } = await follow(run, () => {});
    signal.removeEventListener('abort', abort);
    if (status !== 200 || JSON.parse(made).status !== 'kept') return null;
    return { lookUp: (start) => call('POST', 'distance', { text, query: { start } }), end() {} };
}

// What the verifier says of a proof, and of the puzzle that it must be about (null: any).
export async function verify(proof, puzzle, signal) {
    const rules = new TextEncoder().encode(puzzle ?? '');
    const run = await beginRun('verify', new Blob([rules, proof]), { puzzle: rules.length || undefined });
    if (typeof run === 'object') return run;
    signal?.addEventListener('abort', () => stop(run).catch(() => {}));
    return follow(run, () => {});
}

export const stop = (run) => call('POST', `run/${run}/stop`, { text: '' });
export const download = (run, kind) => address(`run/${run}/solution.${kind}`);
