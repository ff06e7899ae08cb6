import { Role } from '@vialproof/contract/accounts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sessionEndsAt } from './session-lifetime.ts';

const HOUR = 3_600_000;

test('security 24: a session ends 12 hours after the sign-in for staff, and at its stored end for customers', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Role.options),
      fc.integer({ min: 0, max: 2_000_000_000_000 }),
      (role, at) => {
        const session = { createdAt: new Date(at), expiresAt: new Date(at + 90 * 24 * HOUR) };
        const hours = (sessionEndsAt(role, session).getTime() - at) / HOUR;
        expect(hours).toBe(role === 'customer' ? 90 * 24 : 12);
      },
    ),
  );
});
