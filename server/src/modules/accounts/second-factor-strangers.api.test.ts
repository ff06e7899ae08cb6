import type { SignedIn } from '@vialproof/contract/accounts';
import { describe, expect, it } from 'vitest';
import { authenticator, switchOn, visitor, waitForLimits } from '../../testing/accounts.ts';
import { type Person, type TestApp, testApp } from '../../testing/test-app.ts';

const NEW = 'Other.Lathe.5';
const WRONG = '000000';
type Visitor = ReturnType<typeof visitor>;

/** Signs in with password and code; returns the status of the second step. */
async function signIn(who: Visitor, email: string, password: string, code: string): Promise<number> {
  const { body } = await who.login(email, password);
  return (await who.post('/api/auth/second-factor', { challenge: body.challenge.token, code })).status;
}

/** A person who knows the password tries fifty codes from five addresses. */
async function guessCodes(app: TestApp, { email }: Person, password: string): Promise<number[]> {
  const answers: number[] = [];
  for (let place = 0; place < 5; place += 1) {
    const stranger = visitor(app, `203.0.113.${place}`);
    for (let guess = 0; guess < 10; guess += 1) answers.push(await signIn(stranger, email, password, WRONG));
  }
  return answers;
}

describe('security 9: a stranger who knows the password enters fifty wrong codes', () => {
  it('after fifty wrong codes strangers must wait; the owner can go on working, and sign in from a known browser or after a reset', async () => {
    const app = await testApp({ TRUST_PROXY: '1' });
    const person = await app.person();
    const { secret } = await switchOn(app, person);
    app.clock.advance(60_000);
    const home = visitor(app, '198.51.100.7');
    expect(await signIn(home, person.email, app.password, authenticator(app, secret))).toBe(200);
    waitForLimits(app);
    const { body } = await app.request<SignedIn>('/api/auth/refresh', {
      json: { refresh_token: person.session.refresh_token },
    });

    expect(await guessCodes(app, person, app.password)).toEqual(Array(50).fill(400));
    expect(await signIn(visitor(app, '203.0.113.99'), person.email, app.password, WRONG)).toBe(429);
    const renewed = await app.request('/api/me/second-factor/recovery-codes', {
      json: { code: authenticator(app, secret) },
      token: body.session.access_token,
      headers: { 'x-forwarded-for': '198.51.100.7' },
    });
    expect(renewed.status).toBe(200);
    app.clock.advance(60_000);
    // The owner signs in from another address, and is known by the cookie.
    const travelling = visitor(app, '198.51.100.200');
    for (const [name, value] of home.cookies) travelling.cookies.set(name, value);
    expect(await signIn(travelling, person.email, app.password, authenticator(app, secret))).toBe(200);
    app.clock.advance(60_000);

    const fresh = visitor(app, '198.51.100.201');
    expect(await signIn(fresh, person.email, app.password, authenticator(app, secret))).toBe(429);
    expect(await fresh.reset(person.email, NEW)).toBe(204);
    expect(await signIn(fresh, person.email, NEW, authenticator(app, secret))).toBe(200);
    // After the reset, the stranger's password no longer leads to the second step.
    expect((await visitor(app, '203.0.113.98').login(person.email, app.password)).status).toBe(401);
  });

  it('known browsers have their own limit of wrong codes, separate from the limit of strangers', async () => {
    const app = await testApp({ TRUST_PROXY: '1' });
    const person = await app.person();
    const { secret } = await switchOn(app, person);
    app.clock.advance(60_000);
    const home = visitor(app, '198.51.100.7');
    expect(await signIn(home, person.email, app.password, authenticator(app, secret))).toBe(200);
    waitForLimits(app);
    const copies = [];
    for (let place = 0; place < 6; place += 1) {
      // A thief uses a copied cookie from many addresses.
      const copy = visitor(app, `203.0.113.${place}`);
      for (const [name, value] of home.cookies) copy.cookies.set(name, value);
      for (let guess = 0; guess < 9; guess += 1) {
        copies.push(await signIn(copy, person.email, app.password, WRONG));
      }
    }
    expect(copies.indexOf(429)).toBe(50);
    expect(await signIn(home, person.email, app.password, authenticator(app, secret))).toBe(429);
    expect(await home.reset(person.email, NEW)).toBe(204);
    app.clock.advance(60_000);
    expect(await signIn(home, person.email, NEW, authenticator(app, secret))).toBe(200);
  });

  it('a session may try ten codes in 15 minutes, from all IP addresses together', async () => {
    const app = await testApp({ TRUST_PROXY: '1' });
    const person = await app.person();
    await switchOn(app, person);
    const { token } = person;
    const guesses = [];
    for (let guess = 0; guess < 11; guess += 1) {
      const { status } = await app.request('/api/me/second-factor/recovery-codes', {
        json: { code: WRONG },
        token,
        headers: { 'x-forwarded-for': `203.0.113.${guess}` },
      });
      guesses.push(status);
    }
    expect(guesses).toEqual([...Array(10).fill(400), 429]);
  });
});
