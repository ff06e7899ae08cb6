import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiProblem } from './problem';

/**
 * Shows the server's errors at their fields, and moves the focus to the first one. `fields`: the names that form and
 * request share, or a function that finds the form's field.
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
