// One instance of the WebAssembly module: calls go in as texts, objects come out. It runs where a search may take its time: in a
// worker.

const NOT_THERE = 52; // ENOSYS: there are no files here

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// What the module asks of its surroundings: the time, whether to go on, and files, of which there are none.
function importsOf(compiled, view, told) {
    const known = {
        'env.fewest_told': (text) => (told(text) === false ? 0 : 1),
        'env.emscripten_notify_memory_growth': () => {},
        'wasi_snapshot_preview1.clock_time_get': (clock, precision, at) => {
            view().setBigUint64(at >>> 0, BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n, true);
            return 0;
        },
        'wasi_snapshot_preview1.environ_sizes_get': (count, size) => {
            view().setUint32(count >>> 0, 0, true);
            view().setUint32(size >>> 0, 0, true);
            return 0;
        },
        'wasi_snapshot_preview1.environ_get': () => 0,
    };
    const imports = {};
    for (const { module, name } of WebAssembly.Module.imports(compiled)) {
        imports[module] ??= {};
        imports[module][name] = known[`${module}.${name}`] ?? (() => (module === 'env' ? -NOT_THERE : NOT_THERE));
    }
    return imports;
}

// {call(name, puzzle, pairs, body), free(puzzle), bytes()}. `told(progress)` hears of a search at work.
export function openModule(compiled, told) {
    let memory = null;
    const view = () => new DataView(memory.buffer);
    const textAt = (at) => {
        const bytes = new Uint8Array(memory.buffer);
        return decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
    };
    const { exports } = new WebAssembly.Instance(compiled, importsOf(compiled, view, (at) => told(JSON.parse(textAt(at >>> 0)))));
    memory = exports.memory;
    exports._initialize();

    // Bytes of its own in the memory of the module, with a zero byte behind them.
    function put(bytes) {
        const at = exports.malloc(bytes.length + 1) >>> 0;
        if (!at) throw new Error('there is not enough memory');
        new Uint8Array(memory.buffer).set(bytes, at);
        view().setUint8(at + bytes.length, 0);
        return at;
    }

    function call(name, puzzle = 0, pairs = [], body = new Uint8Array(0)) {
        const parameters = encoder.encode(pairs.map((pair) => `${pair[0]}\0${pair[1]}\0`).join(''));
        const texts = [encoder.encode(name), parameters, body].map(put);
        const answer = exports.fewest_call(texts[0], puzzle, texts[1], parameters.length, texts[2], body.length) >>> 0;
        const text = answer ? textAt(answer) : '{"error":{"status":"error","message":"there is not enough memory"}}';
        [...texts, answer].forEach((at) => exports.free(at));
        return JSON.parse(text);
    }

    return { call, free: (puzzle) => exports.fewest_puzzle_free(puzzle), bytes: () => memory.buffer.byteLength };
}
