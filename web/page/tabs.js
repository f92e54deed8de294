// Rows of buttons of which one is on: tabs with their panels, and choices. Arrow keys go along the row.

function keys(buttons, turnOn) {
    buttons.forEach((button, i) => {
        button.addEventListener('click', () => turnOn(i));
        button.addEventListener('keydown', (event) => {
            const seen = buttons.filter((each) => !each.hidden);
            const at = seen.indexOf(button);
            const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: seen.length - 1 }[event.key];
            if (next === undefined) return;
            event.preventDefault();
            const index = buttons.indexOf(seen[(next + seen.length) % seen.length]);
            turnOn(index);
            buttons[index].focus();
        });
    });
}

// `attribute` says which one is on. Returns the function that turns one on.
function row(buttons, attribute, onChange) {
    const turnOn = (index) => {
        buttons.forEach((button, i) => {
            button.setAttribute(attribute, String(i === index));
            button.tabIndex = i === index ? 0 : -1;
        });
        onChange(buttons[index], index);
    };
    keys(buttons, turnOn);
    return turnOn;
}

export function tabs(list, onChange = () => {}) {
    const buttons = [...list.querySelectorAll('[role=tab]')];
    return row(buttons, 'aria-selected', (on) => {
        for (const button of buttons) {
            document.getElementById(button.getAttribute('aria-controls')).hidden = button !== on;
        }
        onChange(on.id);
    });
}

export function choice(group, onChange) {
    return row([...group.querySelectorAll('[role=radio]')], 'aria-checked', (on) => onChange(on.id));
}
