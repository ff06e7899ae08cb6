import type { Draft } from './draft';

/** What the user typed and chose before hydration. `drawn` are the values in the server's HTML. */
export function typedBefore(form: HTMLFormElement | null, drawn: Draft): Partial<Draft> {
  const typed: Partial<Draft> = {};
  for (const [name, value] of form ? new FormData(form) : []) {
    // An unticked checkbox is not in the form data, so an entry `agree` means that it is ticked.
    if (value !== drawn[name as keyof Draft]) Object.assign(typed, { [name]: name === 'agree' || value });
  }
  return typed;
}
