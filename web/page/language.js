// The language of the page: English, or Chinese by the browser's own language or by choice. Sentences are written in
// English where they are used; `t` looks the Chinese one up. What stands in index.html is translated in place.

const LANGUAGES = { en: 'English', zh: '中文' };

function stored() {
    const named = window.name.match(/^language (\w+)$/)?.[1] ?? null; // which a reload leaves as it is
    try {
        return named ?? localStorage.getItem('language');
    } catch {
        return named;
    }
}

const first = (navigator.languages?.[0] ?? navigator.language ?? 'en').toLowerCase();
export const language = LANGUAGES[stored()] ? stored() : first.startsWith('zh') ? 'zh' : 'en';
const sentences = language === 'zh' ? (await import('./zh.js')).sentences : {};

// `{name}` in a sentence is replaced by values.name.
export function t(sentence, values = {}) {
    return (sentences[sentence] ?? sentence).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

const ATTRIBUTES = ['aria-label', 'placeholder', 'title'];

// Where one English word has two Chinese ones, `data-says` tells which is meant.
function translate(node) {
    if (node.nodeType === Node.TEXT_NODE) {
        const said = node.data.trim();
        const meant = sentences[node.parentElement.dataset.says ?? said];
        // words of one name, of which a narrow page leaves some out, are not parted by blanks
        if (said && meant) node.data = node.parentElement.classList.contains('more-words') ? meant : node.data.replace(said, () => meant);
    } else if (node.nodeType === Node.ELEMENT_NODE) {
        for (const name of ATTRIBUTES) {
            const said = sentences[node.getAttribute(name)];
            if (said) node.setAttribute(name, said);
        }
        node.childNodes.forEach(translate);
    }
}

if (language !== 'en') {
    document.documentElement.lang = 'zh-CN';
    translate(document.body);
    for (const link of document.querySelectorAll('a[data-zh]')) link.href = link.dataset.zh;
}

// The button names the other language, in that language.
const button = document.getElementById('language');
const other = language === 'en' ? 'zh' : 'en';
button.textContent = LANGUAGES[other];
button.lang = other === 'zh' ? 'zh-CN' : 'en';
button.addEventListener('click', () => {
    try {
        localStorage.setItem('language', other);
        window.name = '';
    } catch {
        window.name = `language ${other}`; // for this page only
    }
    location.reload();
});
