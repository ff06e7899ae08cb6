import type { Draft } from './draft';

/** Input and choices in the form that the server rendered as `drawn`, from before hydration. */
export function typedBefore(form: HTMLFormElement | null, drawn: Draft): Partial<Draft> {
  const typed: Partial<Draft> = {};
  for (const [name, value] of form ? new FormData(form) : []) {
    // An unticked checkbox has no entry.
    if (value !== drawn[name as keyof Draft]) Object.assign(typed, { [name]: name === 'agree' || value });
  }
  return typed;
}
