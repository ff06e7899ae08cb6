import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiProblem } from './problem';

/**
 * Shows the server's field errors beside the fields, and focuses the first wrong field. `fields`: names shared by form
 * and payload, or a function from a payload path to the form's field.
 */
export function showFieldErrors<Fields extends FieldValues>(
  error: unknown,
  fields: FieldPath<Fields>[] | ((path: string) => FieldPath<Fields> | undefined),
  setError: UseFormSetError<Fields>,
): void {
  if (!(error instanceof ApiProblem)) return;
  const wrong =
    typeof fields === 'function'
      ? error.errors.map(({ path, message }) => ({ name: fields(path), message }))
      : fields.map((name) => ({ name, message: error.field(name) })).filter(({ message }) => message);
  for (const [place, { name, message = '' }] of wrong.entries()) {
    if (name) setError(name, { message }, { shouldFocus: place === 0 });
  }
}
