// What differs between Node and a browser: how the module is compiled, and what a worker is. node.js and browser.js say so.
let platform = null;
let compiled = null; // by whoever was first, for all

export function usePlatform(given) {
    platform = given;
}

export function compileModule() {
    compiled ??= platform.compile();
    compiled.catch(() => { compiled = null; }); // the next one tries again
    return compiled;
}

// {post(message), busy(whether it is at work), end()}
export const startWorker = (heard, failed) => platform.start(heard, failed);
