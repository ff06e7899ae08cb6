import fc from 'fast-check';
import { expect, test } from 'vitest';
import { routeId } from './route-id';

test('a route accepts every kind of id that the server makes', () => {
  for (const id of ['10068', '5c7f4a52-8a3f-4a53-9c3d-0b8a3c0f6c11', 'cs_test_a1'])
    expect(routeId({ id })).toBe(id);
});

test('every accepted id is one segment of a path', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom('..', '../me', 'a/b', 'a?b', 'a#b', '%2e%2e', '')),
      (id) => {
        const taken = attempt(() => routeId({ id }));
        if (taken !== undefined)
          expect(new URL(`/api/tests/${taken}/x`, 'http://localhost').pathname).toBe(`/api/tests/${id}/x`);
      },
    ),
  );
  for (const id of ['..', '.', '', 'a/b', '../me']) expect(attempt(() => routeId({ id }))).toBeUndefined();
});

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
