import type { Draft } from './draft';

/** What a person typed and chose in the form that the server drew as `drawn`, before its scripts came. */
export function typedBefore(form: HTMLFormElement | null, drawn: Draft): Partial<Draft> {
  const typed: Partial<Draft> = {};
  for (const [name, value] of form ? new FormData(form) : []) {
    // A box that is not ticked has no entry.
    if (value !== drawn[name as keyof Draft]) Object.assign(typed, { [name]: name === 'agree' || value });
  }
  return typed;
}
