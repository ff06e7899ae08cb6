import type { APIRequestContext, Page } from '@playwright/test';
import { DEMO_PASSWORD } from './passwords.ts';
import { asksOwnServer, origin } from './site.ts';

export type SignedIn = { session: { access_token: string; refresh_token: string }; user: { id: string } };

/**
 * A session is renewed at this age: an access token lasts 15 minutes, a sign-in counts as a confirmation for ten, and a
 * test lasts up to four.
 */
const RENEWED_AFTER_MS = 5 * 60_000;
const sessions = new Map<string, { since: number; signedIn: Promise<SignedIn> }>();

async function logIn(request: APIRequestContext, email: string): Promise<SignedIn> {
  const data = { email, password: DEMO_PASSWORD };
  const answer = await request.post(`${origin()}/api/auth/login`, { data });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`);
  return (await answer.json()) as SignedIn;
}

/**
 * A session of a person of the demo data. All tests of a worker share it, so only its access token works and not its
 * refresh token. A test that signs out or ends sessions signs in by itself. A test with its own server signs in at each
 * call, because its clock moves.
 */
export function demoSession(request: APIRequestContext, email: string): Promise<SignedIn> {
  if (asksOwnServer()) return logIn(request, email);
  const kept = sessions.get(email);
  if (kept && Date.now() - kept.since < RENEWED_AFTER_MS) return kept.signedIn;
  const signedIn = logIn(request, email).then(({ session, user }) => ({
    session: { ...session, refresh_token: 'of-no-session' },
    user,
  }));
  sessions.set(email, { since: Date.now(), signedIn });
  return signedIn;
}

/** Signs this page's browser in. The sign-in is valid from the next page that opens. */
export async function keepSession(page: Page, { session, user }: SignedIn): Promise<void> {
  if (!page.url().startsWith(origin())) await page.goto('/robots.txt');
  await page.evaluate(
    ([access, refresh, person]) => {
      localStorage.setItem('user', person);
      localStorage.setItem('refresh_token', refresh);
      localStorage.setItem('access_token', access);
    },
    [session.access_token, session.refresh_token, JSON.stringify(user)] as const,
  );
}

/** Opens a page as one of the people of the demo. */
export async function openAs(page: Page, email: string, path: string): Promise<void> {
  await keepSession(page, await demoSession(page.request, email));
  await page.goto(path);
}
