import fc from 'fast-check';
import { expect, it } from 'vitest';
import { login } from '../../testing/accounts.ts';
import { addPasskey, passkeyOptions, sendPasskey } from '../../testing/passkeys.ts';
import { cases } from '../../testing/property-runs.ts';
import { testApp } from '../../testing/test-app.ts';

const LIFE_SECONDS = 300;
const step = fc.record({
  seconds: fc.constantFrom(0, 0, 100, 299, 300),
  /** Whose token asks for a new challenge: nobody's, or that of one of two people. */
  asks: fc.constantFrom('nobody', 'first', 'second', undefined),
  /** Which challenge is answered, and by whose passkey. */
  answers: fc.option(fc.record({ which: fc.nat(9), by: fc.constantFrom('first', 'second') }), {
    nil: undefined,
  }),
});

it('a sign-in succeeds exactly for the first answer in time to a challenge that was made for a sign-in', async () => {
  const app = await testApp();
  const people = { first: await app.person(), second: await app.person() };
  const devices = {
    first: (await addPasskey(app, people.first)).device,
    second: (await addPasskey(app, people.second)).device,
  };
  // The clock moves on, so the first tokens of the two people have expired.
  const signedIn = async (who: keyof typeof people) => {
    const { body } = await login(app, people[who].email, app.password);
    return { token: body.session.access_token };
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (walk) => {
      const made: { challenge: string; isForSignIn: boolean; endsAt: number; isAnswered: boolean }[] = [];
      for (const { seconds, asks, answers } of walk) {
        app.clock.advance(seconds * 1000);
        const now = app.clock.now().getTime();
        if (asks) {
          const { challenge } = await passkeyOptions(app, asks === 'nobody' ? {} : await signedIn(asks));
          const endsAt = now + LIFE_SECONDS * 1000;
          made.push({ challenge, isForSignIn: asks === 'nobody', endsAt, isAnswered: false });
        }
        const asked = answers && made[answers.which % Math.max(1, made.length)];
        if (!asked) continue;
        const { status, body } = await sendPasskey(app, devices[answers.by].get(asked));
        const isRight = asked.isForSignIn && !asked.isAnswered && now < asked.endsAt;
        expect([status, body.user?.id]).toEqual(isRight ? [200, people[answers.by].id] : [401, undefined]);
        if (isRight) asked.isAnswered = true;
      }
    }),
    { numRuns: cases(40) },
  );
});
