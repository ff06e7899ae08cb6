import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiProblem } from './problem';

/** Puts what the server says of single fields beside them, and the focus on the first of `names` that is wrong. */
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
