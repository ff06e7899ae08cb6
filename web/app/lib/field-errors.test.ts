import { expect, it } from 'vitest';
import { showFieldErrors } from './field-errors';
import { ApiProblem } from './problem';

const refusal = new ApiProblem(422, {
  errors: [
    { path: 'lines.1.limit', message: 'Give a number.' },
    { path: 'base_price_cents', message: 'Too dear.' },
    { path: 'unknown', message: 'Nobody shows this.' },
  ],
});

type Shown = [name: string, message: string | undefined, isFocused: boolean];

function shown(error: unknown, fields: Parameters<typeof showFieldErrors>[1]): Shown[] {
  const all: Shown[] = [];
  showFieldErrors(error, fields, (name, { message }, options) =>
    all.push([name, message, options?.shouldFocus === true]),
  );
  return all;
}

it("a form shows the server's errors at its fields, and focuses the first of them", () => {
  expect(shown(refusal, ['title', 'base_price_cents', 'lines.1.limit'])).toEqual([
    ['base_price_cents', 'Too dear.', true],
    ['lines.1.limit', 'Give a number.', false],
  ]);
});

it('an error is shown at the field that its path names', () => {
  const fieldOf = (path: string) => (path === 'base_price_cents' ? 'price' : path.replace('unknown', ''));
  expect(shown(refusal, (path) => fieldOf(path) || undefined)).toEqual([
    ['lines.1.limit', 'Give a number.', true],
    ['price', 'Too dear.', false],
  ]);
});

it('an error without a field is shown above the form', () => {
  expect(shown(new Error('The server did not answer.'), ['title'])).toEqual([]);
});
