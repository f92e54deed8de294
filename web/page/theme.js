// Light, dark, or as the system has it.
import { t } from './language.js';
import { by } from './text.js';

const THEMES = ['auto', 'light', 'dark'];
const button = by('theme');
let onChange = () => {};

function apply(theme) {
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = t(`Theme: ${theme}`);
    onChange();
}

function stored() {
    try {
        return localStorage.getItem('theme');
    } catch {
        return null;
    }
}

let theme = THEMES.includes(stored()) ? stored() : 'auto';
apply(theme);

button.addEventListener('click', () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    try {
        localStorage.setItem('theme', theme);
    } catch { /* then it is not kept */ }
    apply(theme);
});

export function whenChanged(call) {
    onChange = call;
}
