// In the place of a server: workers that answer its requests. Each does one thing at a time, so that there are as many as requests
// at once; one that must stop is ended, and the next takes its place. api.js loads this where the page says so.

const MOST = 4; // at once
const KEEP_BYTES = 96 << 20; // a worker that has more is not used again: its memory never shrinks
const LIMITS = { memory: 1 << 30, seconds: 120 };

const folder = new URL('.', import.meta.url);
const compiled = WebAssembly.compileStreaming(fetch(new URL('fewest-wasm.wasm', folder)))
    // a host that gives it another type than application/wasm
    .catch(async () => WebAssembly.compile(await (await fetch(new URL('fewest-wasm.wasm', folder))).arrayBuffer()));
compiled.catch(() => {}); // told when a request fails

const idle = [];
const waiting = []; // jobs without a worker
let count = 0;
let lastId = 0;

class Hand {
    // `kept`: for one who keeps it, with what is in its memory; it is none of the others.
    constructor({ kept = false } = {}) {
        this.kept = kept;
        if (!kept) count++;
        this.job = null;
        this.worker = new Worker(new URL('worker.js', folder));
        this.ready = new Promise((resolve, reject) => {
            this.worker.onmessage = ({ data }) => {
                if (data.ready) resolve();
                else if (data.failed && !this.job) reject(new Error(data.failed));
                else this.#hear(data);
            };
            this.worker.onerror = (event) => {
                event.preventDefault();
                reject(new Error(event.message));
                this.#hear({ failed: event.message || 'the worker has ended' });
            };
        });
        this.ready.catch(() => {});
        compiled.then((module) => this.worker.postMessage({ open: { ...LIMITS, compiled: module } }),
            (error) => this.#hear({ failed: String(error) }));
    }

    take(job) {
        this.job = job;
        job.hand = this;
        this.ready.then(() => {
            if (this.job === job) this.worker.postMessage({ id: job.id, ...job.request });
        }, (error) => { if (this.job === job) this.#hear({ failed: error.message }); });
    }

    #hear(data) {
        const { job } = this;
        if (!job) return;
        if (data.progress) {
            job.last = data.progress;
            job.onProgress?.(data.progress);
            return;
        }
        this.job = null;
        if (data.failed) {
            this.end();
            job.reject(new Error(data.failed));
        } else {
            if (data.bytes > KEEP_BYTES && !this.kept) this.end();
            else if (!this.kept) idle.push(this);
            job.resolve(data);
        }
        next();
    }

    end() {
        this.worker.terminate();
        if (!this.kept) count--;
    }
}

function next() {
    while (waiting.length && (idle.length || count < MOST)) (idle.pop() ?? new Hand()).take(waiting.shift());
}

function jobOf(request) {
    const job = { id: ++lastId, request, last: null, hand: null };
    job.done = new Promise((resolve, reject) => Object.assign(job, { resolve, reject }));
    job.done.catch(() => {});
    return job;
}

function begin(request) {
    const job = jobOf(request);
    waiting.push(job);
    next();
    return job;
}

function drop(job) {
    const at = waiting.indexOf(job);
    if (at >= 0) waiting.splice(at, 1);
    if (job.hand?.job === job) {
        job.hand.job = null;
        job.hand.end();
        if (!idle.length && count === 0) idle.push(new Hand()); // so that the next request need not wait for it
        next();
    }
}

// {status, text} of a request that is answered at once. `signal` drops it.
export async function call(method, path, { query, text, signal } = {}) {
    signal?.throwIfAborted();
    const job = begin({ method, path, query, text });
    const aborted = () => {
        drop(job);
        job.reject(new DOMException('aborted', 'AbortError'));
    };
    signal?.addEventListener('abort', aborted);
    try {
        return await job.done;
    } finally {
        signal?.removeEventListener('abort', aborted);
    }
}

const runs = new Map();
const KEPT = 4; // whose solutions can be downloaded

export function beginRun(path, text, query) {
    const job = begin({ run: true, path, text, query });
    runs.set(job.id, job);
    job.done.then(({ downloads }) => {
        job.downloads = downloads;
        const done = [...runs.values()].filter((each) => each.downloads);
        if (done.length > KEPT) forget(done[0]);
    }, () => {});
    return job.id;
}

function forget(job) {
    for (const url of Object.values(job.urls ?? {})) URL.revokeObjectURL(url);
    runs.delete(job.id);
}

export function follow(id, onProgress) {
    const job = runs.get(id);
    job.onProgress = onProgress;
    if (job.last) onProgress(job.last);
    return job.done;
}

// What the server would say of a search that was stopped.
export function stop(id) {
    const job = runs.get(id);
    if (!job) return;
    drop(job);
    const figures = job.last ?? { expanded: 0, generated: 0, bytes: 0, seconds: 0 };
    job.resolve({ status: 200, text: JSON.stringify({ running: false, status: 'interrupted', limit: null, statistics: { ...figures, peak_bytes: figures.bytes } }) });
}

// Has a distance table made and kept, in a worker of its own: {lookUp(state), end()}, or null.
export async function keepTable(text, query, signal) {
    const hand = new Hand({ kept: true });
    let last = Promise.resolve();
    // One after the other: a worker does one thing at a time.
    const ask = (request) => {
        const job = jobOf(request);
        last = last.then(() => {
            hand.take(job);
            return job.done;
        }).catch(() => {});
        return job.done;
    };
    const end = () => hand.end();
    const stopped = new Promise((resolve) => { signal.addEventListener('abort', () => resolve(null)); });
    const made = await Promise.race([stopped, ask({ run: true, path: 'table', text, query }).catch(() => null)]);
    if (made?.status === 200 && JSON.parse(made.text).status === 'kept' && !signal.aborted) {
        return { lookUp: (start) => ask({ method: 'POST', path: 'distance', query: { start }, text }), end };
    }
    end();
    return null;
}

// What the verifier says of a proof, and of the puzzle that it must be about (null: any), as the server would: in a worker of its own, with
// memory of its own.
export function verify(proof, puzzle, signal) {
    return new Promise((resolve, reject) => {
        const worker = new Worker(new URL('verifier.js', folder));
        const end = (verdict) => {
            clearTimeout(timer);
            worker.terminate();
            resolve({ status: 200, text: JSON.stringify(verdict) });
        };
        const timer = setTimeout(() => end({ status: 'error', message: 'the time limit was reached' }), 1000 * LIMITS.seconds);
        worker.onmessage = ({ data }) => end(data);
        worker.onerror = (event) => end({ status: 'error', message: event.message || 'the worker has ended' });
        signal?.addEventListener('abort', () => {
            end({ status: 'error', message: 'interrupted' });
            reject(new DOMException('aborted', 'AbortError'));
        });
        worker.postMessage({ proof, puzzle });
    });
}

const TYPES = { txt: 'text/plain', json: 'application/json', svg: 'image/svg+xml' };

// The address of a file of a finished run.
export function download(id, kind) {
    const job = runs.get(id);
    const content = job?.downloads?.[kind];
    if (content === undefined) return null;
    job.urls ??= {};
    job.urls[kind] ??= URL.createObjectURL(new Blob([content], { type: TYPES[kind] }));
    return job.urls[kind];
}

if (!idle.length) idle.push(new Hand());
