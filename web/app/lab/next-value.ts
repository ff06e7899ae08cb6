import { unfold } from './fold';

/**
 * Focuses the first empty field of the sample on the screen that needs a value, or the condition at intake; without an
 * empty one, the first field. Such fields have `data-value`.
 */
export function focusNextValue(): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('main input[data-value]')];
  const next = fields.find(({ value }) => value.trim() === '') ?? fields[0];
  if (next) unfold(next);
  // Without this the sticky page head would cover it.
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'center' });
}
