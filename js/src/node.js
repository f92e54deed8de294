// The package in Node.
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { usePlatform } from './platform.js';

usePlatform({
    async compile() {
        return WebAssembly.compile(await readFile(new URL('./fewest.wasm', import.meta.url)));
    },
    // While nothing is asked of it, a worker keeps no program from ending.
    start(heard, failed) {
        const worker = new Worker(new URL('./worker-node.js', import.meta.url), { execArgv: [] }); // --input-type is none of its business
        worker.on('message', heard);
        worker.on('error', failed);
        worker.on('exit', () => failed(new Error('the worker has ended')));
        return {
            post: (message) => worker.postMessage(message),
            busy: (busy) => (busy ? worker.ref() : worker.unref()),
            end: () => worker.terminate(),
        };
    },
});

export { Fewest, Puzzle } from './fewest.js';
export { PuzzleError } from './errors.js';
