import type { UnsentMailPage } from '@vialproof/contract/mails';
import { PgBoss } from 'pg-boss';
import { expect, onTestFinished } from 'vitest';
import { laboratory } from './lab.ts';
import { mailServer } from './smtp.ts';
import { type TestApp, testApp } from './test-app.ts';

/** An application whose mail server is down. */
export async function withoutMailServer(env: Record<string, string> = {}) {
  const server = await mailServer();
  const app: TestApp = await testApp({ SMTP_URL: server.url, ...env });
  const lab = await laboratory(app);
  const { pool } = app.platform.db;
  /** Runs all due jobs, and one more try of each waiting job. All of them fail. */
  async function tryAll(): Promise<void> {
    await pool.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
    for (let left = 1000; left > 0; left -= 1) {
      try {
        await app.jobs.drain();
        return;
      } catch {
        // The job runner stops at each failure, so it must be called again.
      }
    }
  }
  const list = async (query = '', token = lab.admin.token) =>
    (await app.request<UnsentMailPage>(`/api/lab/mails${query}`, { token })).body;
  const sendAgain = (id: string) =>
    app.request(`/api/lab/mails/${id}/send-again`, { method: 'POST', token: lab.admin.token });
  return {
    server,
    app,
    lab,
    pool,
    tryAll,
    list,
    sendAgain,
    /** Seven days of failed tries pass, and then the job queue cleans up. */
    async weeksPass(): Promise<void> {
      await tryAll();
      await pool.query("UPDATE pgboss.job SET retry_count = retry_limit WHERE state = 'retry'");
      await tryAll();
      await pool.query(`UPDATE pgboss.job SET created_on = created_on - interval '60 days',
        completed_on = completed_on - interval '60 days', keep_until = keep_until - interval '60 days'`);
      await pool.query('UPDATE pgboss.queue SET maintain_on = NULL');
      const boss = new PgBoss({ connectionString: app.databaseUrl, schedule: false, migrate: false });
      onTestFinished(() => boss.stop({ graceful: false }));
      await boss.start();
      await boss.supervise();
      // The queue has deleted its finished jobs, so it keeps all other jobs on purpose.
      const done = await pool.query("SELECT 1 FROM pgboss.job WHERE state IN ('completed', 'failed')");
      expect(done.rows).toEqual([]);
    },
    async ordered() {
      const { ordered, price } = await lab.drafted();
      const json = { request_id: ordered.id, provider: 'stripe', amount_cents: price, currency: 'usd' };
      const page = await app.request<{ url: string }>('/api/checkout', { json, token: ordered.owner.token });
      await app.raw(new URL(page.body.url).pathname, {
        method: 'POST',
        body: new URLSearchParams({ outcome: 'pay' }),
      });
      await tryAll();
      return ordered;
    },
  };
}
