import { type CertificateEntry, isOfCertificate, readEntry } from '@vialproof/science/proof/log-entry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { laboratory, must, type Ordered } from '../../testing/lab.ts';
import { cases } from '../../testing/property-runs.ts';
import { labApp, type TestApp } from '../../testing/test-app.ts';
import { checkedCertificatesOf } from './certificates.service.ts';

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

describe('the public log has an entry for each certificate and each change', () => {
  it('the public log has one entry for each issued certificate and one for each later change', async () => {
    const app = await labApp();
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
        const order = await lab.inReview();
        await must(lab.publish(lab.reviewer, order));
        await walk(order, chosen);
        const told = (await entriesOf(app)).slice(before);
        const { certificates: states } = await checkedCertificatesOf(
          app.modules.certificates,
          order.id,
          undefined,
        );
        const expected = states.flatMap(({ sha256, state, revision }) => [
          `${revision} ${sha256} issued`,
          ...(state === 'current' ? [] : [`${revision} ${sha256} ${state}`]),
        ]);
        expect(told.map(({ revision, sha256, type }) => `${revision} ${sha256} ${type}`).sort()).toEqual(
          expected.sort(),
        );
        expect(told.map(({ at }) => at)).toEqual(told.map(({ at }) => at).sort());
      }),
      { numRuns: cases(5) },
    );
  });
});

describe('a secret makes the log entry of each certificate different', () => {
  it('the random secret of a certificate makes its entry in the log different from all others', async () => {
    const app = await labApp();
    const { rows } = await app.platform.db.pool.query<{ log_salt: string }>(
      'SELECT log_salt FROM certificate',
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(new Set(rows.map(({ log_salt }) => log_salt)).size).toBe(rows.length);
    for (const { log_salt } of rows) expect(log_salt).toMatch(/^[0-9a-f]{64}$/);
  });
});
