// One instance of the module as an object: requests go in, answers come out, as from the server. For the worker of the page, and
// for any program that has loaded fewest-wasm.js. `told(progress)` hears of a search at work; what is false there stops it.
(function (scope) {
    async function openFewest(fewestModule, { memory = 1 << 30, seconds = 60, told = null, ...more } = {}) {
        const module = await fewestModule({ ...more, told: told && ((text) => told(text === null ? null : JSON.parse(text))) });
        const worker = module._fewest_open(memory, seconds) >>> 0;
        if (!worker) throw new Error('there is not enough memory');

        // A text of its own in the memory of the module: [address, bytes without the zero byte].
        const put = (text) => {
            const size = module.lengthBytesUTF8(text);
            const at = module._malloc(size + 1) >>> 0;
            if (!at) throw new Error('there is not enough memory');
            module.stringToUTF8(text, at, size + 1);
            return [at, size];
        };

        // {status, text}
        function ask(method, path, query = {}, body = '') {
            const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
            const texts = [put(method), put(path), put(pairs.map(([name, value]) => `${name}\0${String(value).replace(/\0/g, '')}\0`).join('')), put(body)];
            const [[how], [where], [parameters, size], [rules, length]] = texts;
            const answer = module._worker_ask(worker, how, where, parameters, size, rules, length) >>> 0;
            texts.forEach(([at]) => module._free(at));
            return { status: module._worker_status(worker), text: answer ? module.UTF8ToString(answer, module._worker_length(worker)) : '' };
        }

        // A search to its end: {status, text, downloads: {txt, json, svg}}.
        function run(path, query, body) {
            const begun = ask('POST', path, query, body);
            if (begun.status !== 202) return begun;
            const place = `api/run/${JSON.parse(begun.text).run}`;
            const downloads = {};
            for (const kind of ['txt', 'json', 'svg']) {
                const file = ask('GET', `${place}/solution.${kind}`);
                if (file.status === 200) downloads[kind] = file.text;
            }
            return { ...ask('GET', place), downloads };
        }

        return { ask, run, bytes: () => module.HEAPU8.length, close: () => module._worker_free(worker) };
    }
    scope.openFewest = openFewest;
})(typeof self === 'undefined' ? globalThis : self);
