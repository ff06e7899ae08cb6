import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiProblem } from './problem';

/** Shows the server's field errors beside the fields, and focuses the first wrong field of `names`. */
export function showFieldErrors<Fields extends FieldValues>(
  error: unknown,
  names: FieldPath<Fields>[],
  setError: UseFormSetError<Fields>,
): void {
  if (!(error instanceof ApiProblem)) return;
  const wrong = names.filter((name) => error.field(name));
  wrong.forEach((name, place) => {
    setError(name, { message: error.field(name) ?? '' }, { shouldFocus: place === 0 });
  });
}
