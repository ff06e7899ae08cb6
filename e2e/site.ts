import { randomInt } from 'node:crypto';
import { type BrowserContext, test as base, expect, type Page, selectors } from '@playwright/test';
import { watchSecrets } from './secrets.ts';

export { expect } from '@playwright/test';

export type Mail = { to: string; subject: string; text: string; html: string; at: string };

let ownServer: string | undefined;

/** From now on the tests of this file use this server. Undefined: the common server again. */
export function askServer(address: string | undefined): void {
  ownServer = address;
}

/** Whether the tests of this file use their own server, whose clock may differ from the real time. */
export const asksOwnServer = (): boolean => ownServer !== undefined;

/** The address of the server under test; the server itself reports its port. */
export function origin(): string {
  if (ownServer) return ownServer;
  const port = process.env.E2E_PORT ?? process.env.e2e_port;
  if (!port) throw new Error('the server did not tell its port');
  return `http://localhost:${port}`;
}

/** Console messages about refusals that a test causes on purpose. Any other message fails the test. */
const EXPECTED =
  /Failed to load resource: the server responded with a status of (400|401|403|404|409|422|429)/;
/** Console messages of a test whose server is missing or failing on purpose. */
export const OUTAGE =
  /Failed to load resource: (net::ERR_FAILED|the server responded with a status of 50[0-9])/;

/** A selector: `unhydrated=page` matches until React has started on a page of our site. */
await selectors.register('unhydrated', () => {
  const queryAll = () => {
    const isOurs = '__reactRouterContext' in window;
    const isTaken = () => Object.keys(document.body).some((key) => key.startsWith('__reactFiber'));
    return document.readyState === 'loading' || (isOurs && !isTaken()) ? [document.documentElement] : [];
  };
  return { queryAll, query: () => queryAll()[0] ?? null };
});

/** Waits until React has hydrated the page. */
export const alive = (page: Page): Promise<void> =>
  page.locator('unhydrated=page').waitFor({ state: 'detached' });

/**
 * From now on every step on a page of `context` waits for hydration, however the page was opened, because a click
 * before it may be lost. A test of the time before hydration opens pages with `waitUntil: 'commit'`.
 */
export function openAlive(context: BrowserContext): void {
  context.on('page', (page) => {
    const unhydrated = page.locator('unhydrated=page');
    const wait = () => alive(page);
    // A closed window does not accept a handler.
    const told = page.addLocatorHandler(unhydrated, wait).catch(() => undefined);
    const goto = page.goto.bind(page);
    page.goto = async (url, options) => {
      await told;
      await page.removeLocatorHandler(unhydrated);
      const answer = await goto(url, options);
      if (options?.waitUntil === 'commit') return answer;
      await wait();
      await page.addLocatorHandler(unhydrated, wait);
      return answer;
    };
    const reload = page.reload.bind(page);
    page.reload = async (options) => {
      const answer = await reload(options);
      await wait();
      return answer;
    };
  });
}

/**
 * A test that fails for console messages and uncaught errors, except the messages that the test causes on purpose
 * (`provoked`).
 */
export const test = base.extend<{ watched: undefined; provoked: RegExp | undefined }>({
  baseURL: async ({ baseURL: _none }, use) => use(origin()),
  extraHTTPHeaders: async ({ extraHTTPHeaders: _none }, use) =>
    use({ 'x-forwarded-for': `10.${[1, 2, 3].map(() => randomInt(256)).join('.')}` }),
  provoked: [undefined, { option: true }],
  watched: [
    async ({ context, provoked }, use) => {
      const faults: string[] = [];
      const watch = (page: Page) => {
        page.on('console', (message) => {
          const said = message.text();
          if (message.type() === 'error' && !EXPECTED.test(said) && !provoked?.test(said)) faults.push(said);
        });
        page.on('pageerror', (error) => faults.push(error.message));
      };
      context.on('page', watch);
      openAlive(context);
      const secrets = await watchSecrets(context);
      await use(undefined);
      expect(faults).toEqual([]);
      expect(await secrets.leaks(), 'lines of the log that hold a secret').toEqual([]);
    },
    { auto: true },
  ],
});

/** The newest mail to the address `to` with a matching subject. It waits for the mail, because background jobs send mails. */
export async function mailTo(page: Page, to: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(`${origin()}/dev/mail.json?to=${encodeURIComponent(to)}`);
        const { items }: { items: Mail[] } = await answer.json();
        found = items.find((mail) => subject.test(mail.subject));
        return found !== undefined;
      },
      { message: `a mail to ${to} about ${subject}` },
    )
    .toBe(true);
  if (!found) throw new Error('unreachable');
  return found;
}

/** The six digits of a mailed code. */
export function codeIn(mail: Mail): string {
  const code = /\b\d{6}\b/.exec(mail.text)?.[0];
  if (!code) throw new Error(`no code in: ${mail.text}`);
  return code;
}
