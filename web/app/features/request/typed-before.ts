import type { Draft } from './draft';

/** What a person typed and chose in the form that the server drew as `drawn`, before its scripts came. */
export function typedBefore(form: HTMLFormElement | null, drawn: Draft): Partial<Draft> {
  if (!form) return {};
  const now = [...new FormData(form)].filter(([name, value]) => value !== drawn[name as keyof Draft]);
  // A box that is ticked says 'on'.
  return Object.fromEntries(now.map(([name, value]) => [name, name === 'agree' || value]));
}
