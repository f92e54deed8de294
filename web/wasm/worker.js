// The worker of the static page: one module, one request at a time. A search is over when its request is answered; to stop one,
// the page ends the worker.
importScripts('fewest-wasm.js', 'module.js');

let fewest = null;
let current = 0;

// The page may hand over the module as it was compiled for an earlier worker.
function instantiate(compiled) {
    if (!compiled) return {};
    return {
        instantiateWasm(imports, receive) {
            WebAssembly.instantiate(compiled, imports).then((instance) => receive(instance, compiled));
            return {};
        },
    };
}

async function open({ memory, seconds, compiled }) {
    fewest = await self.openFewest(self.fewestModule, {
        memory, seconds, ...instantiate(compiled),
        told: (progress) => {
            if (progress) postMessage({ id: current, progress });
            return true;
        },
    });
}

self.onmessage = async ({ data }) => {
    try {
        if (data.open) {
            await open(data.open);
            return postMessage({ ready: true });
        }
        current = data.id;
        const path = `api/${data.path}`;
        const answer = data.run ? fewest.run(path, data.query, data.text) : fewest.ask(data.method, path, data.query, data.text);
        postMessage({ id: data.id, ...answer, bytes: fewest.bytes() });
    } catch (error) {
        postMessage({ id: data.id, failed: String(error?.message || error) });
    }
};
