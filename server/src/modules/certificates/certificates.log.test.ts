import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type CertificateEntry, isOfCertificate, readEntry } from '@vialproof/contract/proof/log-entry';
import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { urlOf } from '../../testing/global-setup.ts';
import { laboratory, must, type Ordered } from '../../testing/lab.ts';
import { cases } from '../../testing/property-runs.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

type Step = 'amend and publish' | 'retract and publish' | 'retract';

async function entriesOf(app: TestApp): Promise<CertificateEntry[]> {
  const { rows } = await app.platform.db.pool.query<{ body: string }>(
    'SELECT body FROM log_entry ORDER BY idx',
  );
  return rows.flatMap(({ body }) => {
    const entry = readEntry(body);
    return entry && entry !== 'newer' && isOfCertificate(entry) ? [entry] : [];
  });
}

describe('the log', () => {
  it('tells of each certificate once that it was issued, and what became of it, whatever the laboratory does', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const walk = async (order: Ordered, steps: Step[]) => {
      for (const step of steps) {
        app.clock.advance(1000);
        if (step === 'amend and publish') await must(lab.amend(lab.analyst, order));
        else await must(lab.retract(lab.reviewer, order));
        if (step === 'retract') return;
        if (step === 'retract and publish') await must(lab.save(lab.analyst, order));
        await must(lab.submit(lab.analyst, order));
        await must(lab.publish(lab.reviewer, order));
      }
    };
    const steps = fc.array(fc.constantFrom<Step>('amend and publish', 'retract and publish', 'retract'), {
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (chosen) => {
        const before = (await entriesOf(app)).length;
        const order = await lab.published();
        await walk(order, chosen);
        const told = (await entriesOf(app)).slice(before);
        const { certificates: states } = await app.modules.certificates.checkedOf(order.id, undefined);
        const expected = states.flatMap(({ sha256, state, revision }) => [
          `${revision} ${sha256} issued`,
          ...(state === 'current' ? [] : [`${revision} ${sha256} ${state}`]),
        ]);
        expect(told.map(({ revision, sha256, type }) => `${revision} ${sha256} ${type}`).sort()).toEqual(
          expected.sort(),
        );
        // What happened is told in the order in which it happened.
        expect(told.map(({ at }) => at)).toEqual(told.map(({ at }) => at).sort());
      }),
      { numRuns: cases(5) },
    );
  });
});

describe('migration 0007', () => {
  it('gives each certificate of an older database a secret of its own', async () => {
    const url = inject('serverUrl');
    const name = `older_${randomBytes(6).toString('hex')}`;
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    const older = new pg.Client({ connectionString: urlOf(url, name) });
    await older.connect();
    try {
      const migration = (file: string) =>
        readFile(new URL(`../../../database/migrations/${file}`, import.meta.url), 'utf8');
      await older.query(await migration('0001_foundation.sql'));
      // Only the certificates matter here, not what they belong to.
      await older.query('SET session_replication_role = replica');
      for (let count = 0; count < 3; count += 1) {
        await older.query(
          `INSERT INTO certificate (id, request_id, revision_id, revision, file_key, sha256, size_bytes, issued_at)
           VALUES ($1, $2, $3, 1, 'k', $4, 1, now())`,
          [randomUUID(), randomUUID(), randomUUID(), randomBytes(32).toString('hex')],
        );
      }
      await older.query('SET session_replication_role = origin');
      await older.query(await migration('0007_certificates.sql'));
      const { rows } = await older.query<{ log_salt: string; signed_by: null }>(
        'SELECT log_salt, signed_by FROM certificate',
      );
      expect(new Set(rows.map((row) => row.log_salt)).size).toBe(3);
      for (const row of rows)
        expect([row.log_salt, row.signed_by]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), null]);
    } finally {
      await older.end();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    }
  });
});
