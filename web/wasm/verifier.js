// The worker that verifies a proof: verify/verify.c as it is, called once as from the command line.
importScripts('fewest-verify.js');

self.onmessage = async ({ data: { proof, puzzle } }) => {
    const said = [];
    try {
        const module = await self.verifyModule({ print: (line) => said.push(line), printErr: (line) => said.push(line) });
        module.FS.writeFile('/proof', proof);
        if (puzzle !== null) module.FS.writeFile('/puzzle', puzzle);
        const exit = module.callMain(puzzle === null ? ['/proof'] : ['/proof', '/puzzle']);
        postMessage({ running: false, status: exit === 0 ? 'verified' : 'refused', exit, message: said[0] ?? '' });
    } catch (error) {
        postMessage({ running: false, status: 'error', message: String(error?.message || error) });
    }
};
