import { unfold } from './fold';

/**
 * Moves the focus to the first empty field that needs a value of the sample on the screen, or to the condition at
 * intake. If all of them have values, it moves to the first of them. Such fields have `data-value`.
 */
export function focusNextValue(): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('main input[data-value]')];
  const next = fields.find(({ value }) => value.trim() === '') ?? fields[0];
  if (next) unfold(next);
  // The browser's own scrolling would put the field below the sticky head of the page, so this scrolls.
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'center' });
}
