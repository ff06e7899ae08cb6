import { createHmac, randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { DEMO_PASSWORD, PASSWORD } from './passwords.ts';
import { keepSession, type SignedIn } from './sessions.ts';
import { codeIn, expect, mailTo, openAlive, origin } from './site.ts';

export { DEMO_PASSWORD, PASSWORD };

/** Returns an e-mail address that is unique in this run. */
export function newAddress(name: string): string {
  return `${name}-${randomUUID().slice(0, 8)}@example.test`;
}

/** A new verified account, created by API calls, with its first session. */
export async function newPerson(page: Page, name: string): Promise<SignedIn & { email: string }> {
  const email = newAddress(name);
  const call = async (path: string, data: object) => {
    const answer = await page.request.post(`${origin()}/api/auth/${path}`, { data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer;
  };
  await call('register', { firstName: 'Ada', lastName: 'Example', email, password: PASSWORD });
  const code = codeIn(await mailTo(page, email, /code|verify/i));
  const verified = await call('verify-email', { email, code });
  return { ...((await verified.json()) as SignedIn), email };
}

/** Creates a verified account and returns its e-mail address. The account is not signed in on any page. */
export const newAccount = async (page: Page, name: string): Promise<string> =>
  (await newPerson(page, name)).email;

/** Opens another browser with the same window size, for another person or computer. */
export async function anotherBrowser(browser: Browser, page: Page): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: page.viewportSize(),
    baseURL: origin(),
    reducedMotion: 'reduce',
  });
  openAlive(context);
  return context;
}

/** Fills in the form on /login and sends it. */
export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
}

/** Signs in through the sign-in page, and waits for the page `next`. */
export async function signIn(page: Page, email: string, password: string, next: string): Promise<void> {
  await page.goto(`/login?next=${encodeURIComponent(next)}`);
  await fillLogin(page, email, password);
  await expect(page).toHaveURL(origin() + next);
}

/** Signs in by a call of this page's browser, without the sign-in page, and opens the page `next`. */
export async function signInByCall(page: Page, email: string, next: string): Promise<void> {
  await page.goto('/robots.txt');
  const signedIn = await page.evaluate(
    async (data): Promise<SignedIn> => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/api/auth/login', { method: 'POST', headers, body: JSON.stringify(data) })).json();
    },
    { email, password: PASSWORD },
  );
  await keepSession(page, signedIn);
  await page.goto(next);
}

/** A new verified account, signed in on this page with its first session, which opens the page `next`. */
export async function signedInPerson(page: Page, name: string, next: string): Promise<string> {
  const person = await newPerson(page, name);
  await keepSession(page, person);
  await page.goto(next);
  return person.email;
}

/** Types a mailed code into its boxes, starting with the first box. */
export async function typeCode(page: Page, code: string, group = 'Code'): Promise<void> {
  await page.getByRole('group', { name: group }).getByLabel('Character 1 of 6').click();
  await page.keyboard.type(code);
}

/** On a narrow screen, opens the menu that contains the links of the header. */
export async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Open menu' });
  if (await button.isVisible()) await button.click();
}

/** The six digits of an authenticator at `at` (milliseconds) for a secret in base 32 (RFC 6238, SHA-1, 30 s). */
export function authenticatorCode(secret: string, at: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret.replaceAll(' ', '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const mac = createHmac('sha1', key).update(step).digest();
  const offset = mac.readUInt8(mac.length - 1) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
