// The package in a browser.
import { usePlatform } from './platform.js';

usePlatform({
    async compile() {
        const address = new URL('./fewest.wasm', import.meta.url);
        try {
            return await WebAssembly.compileStreaming(fetch(address));
        } catch { // a host that gives it another type than application/wasm
            return WebAssembly.compile(await (await fetch(address)).arrayBuffer());
        }
    },
    start(heard, failed) {
        const worker = new Worker(new URL('./worker-browser.js', import.meta.url), { type: 'module' });
        worker.onmessage = ({ data }) => heard(data);
        worker.onerror = (event) => {
            event.preventDefault();
            failed(new Error(event.message || 'the worker has ended'));
        };
        return { post: (message) => worker.postMessage(message), busy: () => {}, end: () => worker.terminate() };
    },
});

export { Fewest, Puzzle } from './fewest.js';
export { PuzzleError } from './errors.js';
