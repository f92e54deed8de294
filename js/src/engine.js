// A worker and the requests to it, one at a time. To stop one, the worker is ended; the next gets what it needs to know of a puzzle with the
// first request about it.
import { PuzzleError } from './errors.js';
import { startWorker } from './platform.js';

export class Engine {
    #compiled;
    #worker = null;
    #known = new Set(); // puzzles that this worker has
    #waiting = [];
    #current = null;
    #lastId = 0;
    #closed = false;

    constructor(compiled) {
        this.#compiled = compiled;
    }

    // Asks the worker. `request` is what worker.js gets; with a recipe, where the puzzle may be new to it.
    ask(request, { signal, onProgress } = {}) {
        return new Promise((resolve, reject) => {
            signal?.throwIfAborted();
            if (this.#closed) throw new Error('this instance of Fewest is closed');
            const job = { id: ++this.#lastId, request, onProgress, resolve, reject, stop: null, signal };
            job.stop = () => this.#drop(job, signal.reason);
            signal?.addEventListener('abort', job.stop);
            this.#waiting.push(job);
            this.#next();
        });
    }

    close() {
        this.#closed = true;
        const reason = new Error('this instance of Fewest was closed');
        for (const job of [this.#current, ...this.#waiting]) if (job) this.#finish(job, job.reject, reason);
        this.#current = null;
        this.#waiting = [];
        return this.#end();
    }

    #start() {
        const worker = startWorker((message) => this.#hear(worker, message), (error) => this.#hear(worker, { fault: error.message }));
        worker.post({ compiled: this.#compiled });
        return worker;
    }

    #end() {
        const worker = this.#worker;
        this.#worker = null;
        this.#known.clear();
        return worker?.end();
    }

    #next() {
        if (this.#current) return;
        this.#current = this.#waiting.shift() ?? null;
        if (!this.#current) {
            this.#worker?.busy(false);
            return;
        }
        this.#worker ??= this.#start();
        this.#worker.busy(true);
        const { id, request } = this.#current;
        const { recipe, ...rest } = request;
        const isNew = recipe && !this.#known.has(request.puzzle);
        this.#worker.post({ id, ...(isNew ? request : rest) });
    }

    #finish(job, settle, value) {
        job.signal?.removeEventListener('abort', job.stop);
        settle(value);
    }

    #drop(job, reason) {
        this.#finish(job, job.reject, reason);
        if (job !== this.#current) {
            this.#waiting = this.#waiting.filter((other) => other !== job);
            return;
        }
        this.#end();
        this.#current = null;
        this.#next();
    }

    #hear(worker, { id, progress, answer, error, fault }) {
        const job = this.#current;
        if (worker !== this.#worker || (id !== undefined && id !== job?.id)) return;
        if (progress) {
            this.#report(job, progress);
            return;
        }
        if (fault) {
            this.#end();
            if (job) this.#finish(job, job.reject, new Error(fault));
        } else if (error) {
            this.#finish(job, job.reject, new PuzzleError(error));
        } else {
            this.#note(job.request);
            this.#finish(job, job.resolve, answer);
        }
        this.#current = null;
        this.#next();
    }

    #note({ name, puzzle }) {
        if (name === 'free') this.#known.delete(puzzle);
        else if (puzzle) this.#known.add(puzzle);
    }

    // What a progress function throws ends the search.
    #report(job, progress) {
        try {
            job.onProgress?.(progress);
        } catch (reason) {
            this.#drop(job, reason);
        }
    }
}
