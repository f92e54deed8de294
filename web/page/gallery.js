// Every built-in puzzle with a picture of its start, drawn when it comes into sight.
import * as api from './api.js';
import { drawing } from './board.js';
import { t } from './language.js';
import { by, element } from './text.js';
import './theme.js';

const place = by('gallery');

async function picture(name) {
    const { text } = await api.puzzle(name);
    const { scene, start } = await api.check(text);
    return scene ? drawing(scene, start) : null;
}

const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        seen.unobserve(target);
        picture(target.dataset.name).then((drawn) => drawn && target.prepend(drawn))
            .catch((error) => target.prepend(element('p', { class: 'note bad' }, error.message)));
    }
}, { rootMargin: '300px' });

for (const { name, example, summary } of await api.puzzles()) {
    const chosen = example || name;
    const card = element('a', { href: `index.html#p=${encodeURIComponent(chosen)}`, 'data-name': chosen },
        element('strong', {}, chosen), element('span', {}, t(summary)));
    place.append(element('li', {}, card));
    seen.observe(card);
}
