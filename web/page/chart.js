// Bars in SVG, drawn in pixels of their container so that letters keep their size on a phone.
import { t } from './language.js';
import { element, short, svg } from './text.js';

// Round values for the lines of a scale, from 0 to at least `most`.
function ticks(most, log) {
    if (log) {
        const powers = Math.max(1, Math.ceil(Math.log10(Math.max(most, 1))));
        const each = Math.ceil(powers / 4);
        return Array.from({ length: Math.floor(powers / each) + 1 }, (_, i) => 10 ** (i * each));
    }
    const rough = Math.max(most, 1) / 3;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough));
    return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

const lift = (value, log) => (log ? (value > 0 ? Math.log10(value) + 0.15 : 0) : value);

// Columns: `up` above the axis and, mirrored, `down` below it. Each is {name, values, tone}; `labels` are those of
// the columns, `unit` names what they count.
export function columns(place, { up, down = null, labels, unit, log = false, height = 260 }) {
    const width = Math.max(place.clientWidth, 240);
    const count = Math.max(up.values.length, down?.values.length ?? 0, 1);
    const most = Math.max(1, ...up.values, ...(down?.values ?? []));
    const left = 46;
    const bottom = 30;
    const top = 12;
    const room = height - top - bottom;
    const half = down ? room / 2 : room;
    const axis = top + half;
    const full = lift(most, log);
    const scale = (value) => (lift(value, log) / full) * (half - 2);
    const pitch = (width - left - 8) / count;
    const bar = Math.max(1, Math.min(pitch - (pitch > 6 ? 3 : 0.5), 44));
    const picture = svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', class: 'chart' });
    for (const side of down ? [-1, 1] : [-1]) {
        for (const value of ticks(most, log)) {
            if (value === 0 && side === 1) continue;
            const y = axis + side * scale(value);
            if (y < top - 1) continue;
            picture.append(svg('line', { class: 'grid', x1: left, x2: width, y1: y, y2: y }));
            if (value > 0) picture.append(text('tick', left - 8, y + 4, short(value), 'end'));
        }
    }
    const draw = ({ values, tone, name }, side) => values.forEach((value, i) => {
        const size = Math.max(value > 0 ? 1.5 : 0, scale(value));
        const x = left + i * pitch + (pitch - bar) / 2;
        const column = svg('rect', {
            class: `bar ${tone}`, x, y: side < 0 ? axis - size : axis, width: bar, height: size, rx: Math.min(3, bar / 4),
        });
        column.append(svgTitle(`${name}, ${unit} ${labels ? labels[i] : i}: ${value.toLocaleString('en-US')}`));
        picture.append(column);
    });
    draw(up, -1);
    if (down) draw(down, 1);
    picture.append(svg('line', { class: 'axis', x1: left, x2: width, y1: axis, y2: axis }));
    const every = Math.max(1, Math.ceil(30 / pitch), Math.ceil(count / 24));
    for (let i = 0; i < count; i += every) {
        picture.append(text('tick', left + (i + 0.5) * pitch, height - 10, String(labels ? labels[i] ?? '' : i), 'middle'));
    }
    const series = (of) => `${of.name}: ${of.values.slice(0, 60).join(', ')}`;
    picture.setAttribute('aria-label', `${t('By {unit}', { unit })}. ${series(up)}${down ? `. ${series(down)}` : ''}`);
    place.replaceChildren(picture);
}

function text(name, x, y, content, anchor) {
    const made = svg('text', { class: name, x, y, 'text-anchor': anchor });
    made.textContent = content;
    return made;
}

function svgTitle(content) {
    const made = svg('title');
    made.textContent = content;
    return made;
}

// Rows on one axis: [{name, value, label, best}].
export function rows(items) {
    const most = Math.max(...items.map((item) => item.value), Number.MIN_VALUE);
    return element('div', { class: 'bars' }, ...items.map(({ name, value, label, best }) => {
        const bar = element('span', { class: best ? 'bar best' : 'bar' });
        bar.style.width = `${Math.max(0.6, (100 * value) / most)}%`;
        return element('div', { class: 'bar-row' }, element('span', { class: 'bar-name' }, name),
            element('span', { class: 'bar-room' }, bar), element('span', { class: 'bar-value' }, label));
    }));
}
