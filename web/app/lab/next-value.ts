import { unfold } from './fold';

/**
 * Puts the cursor into the first field of the sample on the screen that waits for something and is empty: a value, or
 * the condition at intake. Where all are filled, into the first. Fields say that they are meant by `data-value`.
 */
export function focusNextValue(): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('main input[data-value]')];
  const next = fields.find(({ value }) => value.trim() === '') ?? fields[0];
  if (next) unfold(next);
  // The head of the page would lie over it.
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'center' });
}
