import { unfold } from './fold';

/**
 * Moves the focus to the first empty field that needs a value of this sample, marked by `data-value`. If none is empty,
 * it moves to the first of them.
 */
export function focusNextValue(): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('main input[data-value]')];
  const next = fields.find(({ value }) => value.trim() === '') ?? fields[0];
  if (next) unfold(next);
  // The browser would scroll the field below the fixed head of the page, so this function scrolls.
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'center' });
}
