import { Role } from '@vialproof/contract/accounts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeSecret,
  foldRecoveryCode,
  newRecoveryCodes,
  passkeyStateOf,
  secondFactorStateOf,
  secondStepsOf,
  stepOf,
} from './second-factor.ts';

/** The secret and the codes in RFC 6238, appendix B. */
const SECRET = Buffer.from('12345678901234567890');
const VECTORS: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
];

describe('the server accepts the codes of an authenticator app as in RFC 6238', () => {
  it.each(VECTORS)('at second %i of Unix time, the code is %s, as in RFC 6238', (seconds, code) => {
    const at = new Date(seconds * 1000);
    expect(stepOf(SECRET, code, at)).toBe(Math.floor(seconds / 30));
    // A code of the second factor works one time step early or late, and not two steps away.
    for (const [shift, counts] of [
      [-60, false],
      [-30, true],
      [30, true],
      [60, false],
    ] as const) {
      const step = stepOf(SECRET, code, new Date((seconds + shift) * 1000));
      expect(step === Math.floor(seconds / 30)).toBe(counts);
    }
  });

  it('a code has exactly six digits', () => {
    for (const code of ['', '28708', '2870822', '28708x', ' 287082', '２８７０８２', '-87082']) {
      expect(stepOf(SECRET, code, new Date(59_000))).toBeUndefined();
    }
  });

  it("the QR code's address contains the secret, and stays valid for names with special characters", () => {
    const { secret, url } = describeSecret(SECRET, 'Vial & proof', 'a+b:c@mail.test');
    expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(new URL(url).searchParams.get('secret')).toBe(secret);
    expect(new URL(url).searchParams.get('issuer')).toBe('Vial & proof');
  });
});

describe('a recovery code is accepted in every spelling', () => {
  it('recovery codes are equal if they differ only in case, dashes, spaces or letters that look alike', () => {
    fc.assert(
      fc.property(fc.constantFrom(...newRecoveryCodes()), fc.infiniteStream(fc.boolean()), (code, flips) => {
        const typed = [...code]
          .map((sign) => {
            const flip = flips.next().value;
            if (sign === '0' && flip) return 'O';
            if (sign === '1' && flip) return 'I';
            return flip ? sign.toUpperCase() : sign;
          })
          .join(' ');
        return foldRecoveryCode(typed) === code.replace('-', '');
      }),
    );
  });
});

describe('staff need a second factor if the configuration says so', () => {
  it('staff without a second factor need one if the configuration requires it; customers never do', () => {
    for (const role of ['customer', 'analyst', 'reviewer', 'admin'] as const) {
      for (const isDemanded of [true, false]) {
        for (const hasPasskey of [true, false])
          expect(secondFactorStateOf(role, { hasAuthenticator: true, hasPasskey }, isDemanded)).toBe('on');
        const none = { hasAuthenticator: false, hasPasskey: false };
        const required = isDemanded && role !== 'customer';
        expect(secondFactorStateOf(role, none, isDemanded)).toBe(required ? 'required' : 'off');
        expect(secondFactorStateOf(role, { ...none, hasPasskey: true }, isDemanded)).toBe('off');
      }
    }
  });

  it('staff have rights exactly if their session has passed what the configuration demands', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Role.options),
        fc.record({
          hasAuthenticator: fc.boolean(),
          hasPasskey: fc.boolean(),
          isPasskeyUsed: fc.boolean(),
        }),
        fc.record({ staffSecondFactor: fc.boolean(), adminPasskey: fc.boolean() }),
        (role, factors, demands) => {
          const { hasAuthenticator, hasPasskey, isPasskeyUsed } = factors;
          const passkey = passkeyStateOf(role, factors, demands);
          const factor = secondFactorStateOf(role, factors, demands.staffSecondFactor);
          const mayWork = factor !== 'required' && (passkey === 'on' || passkey === 'off');
          const used = hasPasskey && isPasskeyUsed;
          const wantsFactor = role !== 'customer' && demands.staffSecondFactor;
          const wantsPasskey = role === 'admin' && demands.adminPasskey;
          expect(mayWork).toBe((!wantsFactor || hasAuthenticator || used) && (!wantsPasskey || used));
          // The state 'unused' asks for a passkey that the account has, 'required' for a first one.
          if (passkey === 'unused') expect(hasPasskey).toBe(true);
          if (passkey === 'required') expect(hasPasskey).toBe(false);
        },
      ),
    );
  });

  it('a sign-in asks for a second step exactly if the account has an app, or staff need the passkey that they have', () => {
    const all = { staffSecondFactor: true, adminPasskey: false };
    const none = { staffSecondFactor: false, adminPasskey: false };
    const [app, passkey, both] = [
      { hasAuthenticator: true, hasPasskey: false },
      { hasAuthenticator: false, hasPasskey: true },
      { hasAuthenticator: true, hasPasskey: true },
    ];
    expect(secondStepsOf('customer', app, none)).toEqual(['code']);
    expect(secondStepsOf('customer', both, none)).toEqual(['code', 'passkey']);
    expect(secondStepsOf('customer', passkey, all)).toEqual([]);
    expect(secondStepsOf('analyst', passkey, none)).toEqual([]);
    expect(secondStepsOf('analyst', passkey, all)).toEqual(['passkey']);
    expect(secondStepsOf('admin', passkey, { ...none, adminPasskey: true })).toEqual(['passkey']);
    expect(secondStepsOf('reviewer', passkey, { ...none, adminPasskey: true })).toEqual([]);
    const nothing = { hasAuthenticator: false, hasPasskey: false };
    expect(secondStepsOf('admin', nothing, { staffSecondFactor: true, adminPasskey: true })).toEqual([]);
  });
});
