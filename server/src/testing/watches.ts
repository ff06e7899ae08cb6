import type { MyWatch, WatchKind } from '@vialproof/contract/watches';
import { askForDigests } from '../modules/watches/watches.service.ts';
import type { TestApp } from './test-app.ts';

const HOUR = 3_600_000;
const OPT_IN = 'Confirm: ';

/** Path and query of the nth link to a page below /watches in a mail. */
export function linkIn(text: string, page: 'confirm' | 'stop', nth = 0): string {
  const links = [...text.matchAll(new RegExp(`https?://\\S+?(/watches/${page}\\?\\S+)`, 'g'))];
  const found = links.at(nth)?.[1];
  if (!found) throw new Error(`there is no link to ${page} in: ${text}`);
  return found;
}

/** Moves the clock to the next 7:00. */
export function goToSeven({ clock }: TestApp): void {
  const now = clock.now();
  const seven = new Date(now);
  seven.setUTCHours(7, 0, 0, 0);
  const wait = seven.getTime() - now.getTime();
  clock.advance(wait > 0 ? wait : wait + 24 * HOUR);
}

/** Steps of people who want e-mail alerts: calls, mails, and the pages behind their links. */
export function watching(app: TestApp) {
  const { pool } = app.platform.db;
  const ask = (kind: WatchKind, subject: string, email: string) =>
    app.request('/api/watches', { json: { kind, subject, email } });
  const page = async (path: string, method = 'GET') => {
    const answer = await app.raw(path, { method });
    return { status: answer.status, headers: answer.headers, html: await answer.text() };
  };
  const mails = async (email: string) => (await app.mails(email)).toReversed();

  const watch = {
    ask,
    page,
    mails,
    /** All mails but the requests for a confirmation, oldest first. */
    news: async (email: string) => (await mails(email)).filter(({ subject }) => !subject.startsWith(OPT_IN)),
    optIns: async (email: string) => (await mails(email)).filter(({ subject }) => subject.startsWith(OPT_IN)),
    /** Asks for an e-mail alert and confirms it. */
    async begin(kind: WatchKind, subject: string, email: string): Promise<void> {
      await watch.forgetLimits();
      const { status } = await ask(kind, subject, email);
      await app.jobs.drain();
      const mail = (await watch.optIns(email)).at(-1);
      const confirmed = await page(linkIn(mail?.text ?? '', 'confirm'), 'POST');
      if (status !== 202 || !confirmed.html.includes('You watch')) throw new Error(confirmed.html);
    },
    mine: async (token: string) =>
      (await app.request<{ data: MyWatch[] }>('/api/me/watches', { token })).body.data,
    /** Moves the clock to the next 7:00 and runs all due jobs. */
    async morning(): Promise<void> {
      goToSeven(app);
      await askForDigests(app.modules.watches);
      await app.jobs.drain();
    },
    /** Removes the counters of the rate limits, which also count today's requests. */
    forgetLimits: () => pool.query('DELETE FROM rate_limit'),
    /** The names of the tables that contain a text. */
    async whereIs(text: string): Promise<string[]> {
      const { rows } = await pool.query<{ part: string }>(
        `SELECT format('SELECT %L AS name WHERE EXISTS (SELECT FROM %I.%I AS r WHERE position($1 IN r::text) > 0)',
           quote_ident(table_schema) || '.' || quote_ident(table_name), table_schema, table_name) AS part
         FROM information_schema.tables
         WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
      );
      const all = rows.map(({ part }) => part).join(' UNION ALL ');
      return (await pool.query<{ name: string }>(all, [text])).rows.map(({ name }) => name);
    },
  };
  return watch;
}
