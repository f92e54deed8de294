// Where the states of a graph are drawn: those of one depth in one column, each near the middle of its neighbours in the columns beside
// it. A collapsed layer is one bar instead, and leaves its room to the others.

const MARGIN = 18;
const BAR = 40; // room of a collapsed layer
export const FOOT = 22; // for the numbers of the columns

// When each state was reached, and from which side; `ticks` is one more than the last: then the path is shown.
export function reach(graph) {
    for (const node of graph.nodes) node.reached = Infinity;
    graph.order.forEach(({ side, nodes }, time) => {
        for (const index of nodes) {
            const node = graph.nodes[index];
            if (node.reached !== Infinity) continue;
            node.reached = time;
            node.side = side;
        }
    });
    graph.onPath = new Set(graph.path);
    graph.ticks = graph.order.length;
}

export function arrange(graph) {
    const layers = [];
    graph.nodes.forEach((node, index) => (layers[node.depth] ??= []).push(index));
    const beside = graph.nodes.map(() => []);
    for (const [from, to] of graph.edges) {
        beside[from].push(to);
        beside[to].push(from);
    }
    const level = new Float64Array(graph.nodes.length);
    const spread = (layer) => layer.forEach((index, i) => { level[index] = (i + 0.5) / layer.length; });
    layers.forEach(spread);
    const settle = (layer, other) => {
        const wish = new Map(layer.map((index) => {
            const near = beside[index].filter((each) => graph.nodes[each].depth === other);
            return [index, near.length ? near.reduce((sum, each) => sum + level[each], 0) / near.length : level[index]];
        }));
        layer.sort((a, b) => wish.get(a) - wish.get(b));
        spread(layer);
    };
    for (let round = 0; round < 4; round++) {
        for (let d = 1; d < layers.length; d++) settle(layers[d], d - 1);
        for (let d = layers.length - 2; d >= 0; d--) settle(layers[d], d + 1);
    }
    graph.layers = layers;
    graph.level = level;
    graph.collapsed = new Set(); // depths
}

// The layers that "Collapse" is for: the large ones, or, where there is none, all that have more than one state.
export function largeLayers({ layers }) {
    const above = (count) => layers.flatMap((layer, depth) => (layer.length > count ? [depth] : []));
    return above(12).length ? above(12) : above(1);
}

// The middles of the columns. Collapsed ones are narrow, unless there are so many that all share alike.
function columns({ layers, collapsed }, width) {
    const room = width - 2 * MARGIN;
    const open = layers.length - collapsed.size;
    const bar = open ? Math.min(BAR, room / layers.length) : room / layers.length;
    const pitch = open ? (room - bar * collapsed.size) / open : 0;
    let x = MARGIN;
    const middles = layers.map((_, depth) => {
        const wide = collapsed.has(depth) ? bar : pitch;
        x += wide;
        return x - wide / 2;
    });
    return { middles, pitch, bar };
}

// Dots of one layer that do not fit into one column take several beside each other, in turn.
export function place(graph, width, height) {
    const room = height - 2 * MARGIN - FOOT;
    const { middles, pitch, bar } = columns(graph, width);
    const open = graph.layers.filter((_, depth) => !graph.collapsed.has(depth));
    const needed = (layer, radius) => Math.ceil((layer.length * 2.7 * radius) / room);
    const fits = (radius) => open.every((layer) => needed(layer, radius) * 2.7 * radius <= 0.72 * pitch);
    let radius = 9;
    while (radius > 1.2 && !fits(radius)) radius *= 0.93;
    graph.radius = radius;
    graph.middles = middles;
    graph.bars = [];
    const most = Math.max(1, ...graph.layers.map((layer) => layer.length));
    graph.layers.forEach((layer, depth) => {
        if (graph.collapsed.has(depth)) {
            const tall = Math.max(26, room * Math.sqrt(layer.length / most));
            graph.bars.push({ depth, x: middles[depth] - 0.42 * bar, y: MARGIN + (room - tall) / 2, w: 0.84 * bar, h: tall });
        }
        const count = needed(layer, radius);
        layer.forEach((index, i) => {
            const node = graph.nodes[index];
            const isOpen = !graph.collapsed.has(depth);
            node.x = middles[depth] + (isOpen ? ((i % count) - (count - 1) / 2) * 2.7 * radius : 0);
            node.y = MARGIN + (isOpen ? room * graph.level[index] : room / 2);
        });
    });
}

// The edges to draw: of several between the same bars or dots, one.
export function shownEdges(graph) {
    if (!graph.collapsed.size) return graph.edges;
    const seen = new Set();
    const end = (index) => (graph.collapsed.has(graph.nodes[index].depth) ? -1 - graph.nodes[index].depth : index);
    return graph.edges.filter(([from, to]) => {
        const [a, b] = [end(from), end(to)];
        const key = `${a},${b}`;
        if (a === b || seen.has(key)) return false;
        seen.add(key);
        return true;
    });
}
