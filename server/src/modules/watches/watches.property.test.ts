import type { SignedIn } from '@vialproof/contract/accounts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { laboratory } from '../../testing/lab.ts';
import { cases } from '../../testing/property-runs.ts';
import { testApp } from '../../testing/test-app.ts';
import { linkIn, watching } from '../../testing/watches.ts';
import { sweepWatches } from './watches.service.ts';

const HOUR = 3_600_000;

type State = 'none' | 'asked' | 'confirmed';
const act = fc.oneof(
  fc.constantFrom('ask', 'ask as another', 'ask as the owner' as const),
  fc.constantFrom('confirm', 'confirm wrongly', 'look', 'stop', 'stop all', 'sweep' as const),
  fc.constantFrom(1, 23, 30, 49),
);

it('after any requests, clicks and forged links, an alert is absent, requested or confirmed', {
  timeout: 600_000,
}, async () => {
  const app = await testApp();
  const lab = await laboratory(app);
  await lab.published({ compound: 'BPC-157', maker: 'Acme' });
  const { pool } = app.platform.db;
  const watch = watching(app);
  const another = (await app.person()).email;
  // Each run moves the clock, so earlier sessions have ended.
  const tokenOf = async (email: string) => {
    const json = { email, password: app.password };
    return (await app.request<SignedIn>('/api/auth/login', { json })).body.session.access_token;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 14 }), async (acts) => {
      const { email } = await app.person();
      let state: State = 'none';
      let age = 0;
      /** The links of the present and of earlier watches. */
      let links: { confirm: string; stop: string }[] = [];
      const mailedIn = async (by?: string) => {
        await watch.forgetLimits();
        const token = by && (await tokenOf(by));
        const json = { kind: 'maker', subject: 'acme', email };
        const answer = await app.request('/api/watches', { json, ...(token ? { token } : {}) });
        // Only the owner of the address can see anything.
        expect([answer.status, answer.body]).toEqual([202, by === email ? { watch: expect.anything() } : {}]);
        await app.jobs.drain();
        const mails = await watch.optIns(email);
        links = mails.map(({ text }) => {
          const confirm = linkIn(text, 'confirm');
          return { confirm, stop: confirm.replace('/confirm?', '/stop?') };
        });
      };
      const isFresh = () => age < 48;
      for (const each of acts) {
        const newest = links.at(-1);
        if (typeof each === 'number') {
          app.clock.advance(each * HOUR);
          age += each;
        } else if (each === 'ask' || each === 'ask as another') {
          await mailedIn(each === 'ask' ? undefined : another);
          if (state === 'none') [state, age] = ['asked', 0];
        } else if (each === 'ask as the owner') {
          await mailedIn(email);
          state = 'confirmed';
        } else if (each === 'sweep') {
          // Requests are stored until this hour.
          await sweepWatches(app.modules.watches);
          if (state === 'asked' && age > 48) state = 'none';
        } else if (newest && each === 'confirm') {
          const { html } = await watch.page(newest.confirm, 'POST');
          if (state === 'asked' && isFresh()) state = 'confirmed';
          expect(html.includes('You watch Acme')).toBe(state === 'confirmed');
        } else if (newest && each === 'confirm wrongly') {
          await watch.page(`${newest.confirm}x`, 'POST');
        } else if (newest && each === 'look') {
          await watch.page(newest.confirm);
          await watch.page(newest.stop);
        } else if (newest && each === 'stop') {
          const { html } = await watch.page(newest.stop, 'POST');
          expect(html.includes('No more mails come about Acme')).toBe(state !== 'none');
          state = 'none';
        } else if (each === 'stop all') {
          const { rows } = await pool.query<{ id: string; key: string }>(
            'SELECT id, key FROM watcher WHERE address = $1',
            [email],
          );
          const query = new URLSearchParams({
            all: rows[0]?.id ?? crypto.randomUUID(),
            key: rows[0]?.key ?? 'k',
          });
          await watch.page(`/watches/stop?${query}`, 'POST');
          state = 'none';
        }
        const { rows } = await pool.query<{ confirmed: boolean }>(
          `SELECT w.confirmed_at IS NOT NULL AS confirmed FROM watch w JOIN watcher p ON p.id = w.watcher_id WHERE p.address = $1`,
          [email],
        );
        const found = rows.map(({ confirmed }) => (confirmed ? 'confirmed' : 'asked'));
        expect([each, found]).toEqual([each, state === 'none' ? [] : [state]]);
        const kept = await pool.query('SELECT FROM watcher WHERE address = $1', [email]);
        expect(kept.rowCount).toBe(state === 'none' ? 0 : 1);
      }
    }),
    { numRuns: cases(30) },
  );
});
