import type { ProblemBody } from '@vialproof/contract/errors';
import { Comparison } from '@vialproof/contract/verification';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { laboratory, must, type Ordered, PURITY } from '../../testing/lab.ts';
import { cases } from '../../testing/property-runs.ts';
import { labApp, type TestApp } from '../../testing/test-app.ts';

type Paper = {
  revision?: number;
  values?: { analyte: string; value: string }[];
  manufacturer?: string;
  batch_code?: string;
};
type Pair = Pick<Ordered, 'taskNumber' | 'uniqueKey'>;

const compare = (app: TestApp, { taskNumber, uniqueKey }: Pair, paper: Paper, place = 1) =>
  app.request<{ data?: Comparison } & Partial<ProblemBody>>('/api/tests/verify/compare', {
    json: { taskNumber: String(taskNumber), uniqueKey, revision: 1, ...paper },
    headers: { 'x-forwarded-for': `203.0.113.${place}` },
  });

async function compared(app: TestApp, order: Pair, paper: Paper, place?: number): Promise<Comparison> {
  const { status, body, headers } = await compare(app, order, paper, place);
  expect([status, body.detail]).toEqual([200, undefined]);
  expect(headers.get('cache-control')).toBe('no-store');
  // An unknown field would be one too many.
  return Comparison.strict().parse(body.data);
}

const purity = (value: string) => ({ values: [{ analyte: 'Purity', value }] });
const AMOUNT = { ...PURITY, analyte: 'Amount per vial', value: 5.1, unit: 'mg', limit: '', verdict: null };

async function measured(visibility: 'public' | 'private' = 'private') {
  const app = await labApp({ TRUST_PROXY: '1' });
  const lab = await laboratory(app);
  const order = await lab.received({ visibility });
  await must(lab.save(lab.analyst, order, { measurements: [PURITY, AMOUNT] }));
  await must(lab.submit(lab.analyst, order));
  await must(lab.publish(lab.reviewer, order));
  return { app, lab, order };
}

describe('a paper that is compared', () => {
  it.each(['private', 'public'] as const)(
    'with a %s certificate: line by line whether it says the same',
    async (visibility) => {
      const { app, order } = await measured(visibility);
      const answer = await compared(app, order, {
        values: [
          { analyte: 'Purity', value: '99,1 %' },
          { analyte: 'amount', value: '5.2 mg' },
          { analyte: 'Amount per vial', value: '5.10' },
          { analyte: 'Lead', value: '1' },
          { analyte: 'Purity', value: ' ' },
        ],
        manufacturer: 'test maker',
        batch_code: 'T-l',
      });
      expect(answer).toEqual({
        lines: [
          { analyte: 'Purity', same: true },
          { analyte: 'amount', same: false },
          { analyte: 'Amount per vial', same: true },
          { analyte: 'Lead', same: null },
          { analyte: 'Purity', same: null },
        ],
        manufacturer: 'similar',
        batch_code: 'similar',
      });
      expect(await compared(app, order, { manufacturer: 'Test Maker', batch_code: 'T-2' })).toEqual({
        lines: [],
        manufacturer: 'same',
        batch_code: 'different',
      });
      expect(await compared(app, order, {})).toEqual({ lines: [], manufacturer: null, batch_code: null });
    },
  );

  it('is held against the revision that it names', async () => {
    const { app, lab, order } = await measured();
    const { draft } = await must(lab.amend(lab.analyst, order));
    await must(
      lab.save(lab.analyst, order, { measurements: [{ ...PURITY, value: 98.4 }], version: draft?.version }),
    );
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const same = async (revision: number, value: string) =>
      (await compared(app, order, { revision, ...purity(value) })).lines[0]?.same;
    expect([await same(1, '99.1'), await same(2, '99.1'), await same(2, '98.4')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('with a wrong key, an unknown number or revision learns nothing, all alike', async () => {
    const { app, order } = await measured();
    const wrong: [Pair, Paper][] = [
      [{ ...order, uniqueKey: 'AAAA-AAAA-AAAA' }, purity('99.1')],
      [{ ...order, taskNumber: order.taskNumber + 1 }, purity('99.1')],
      ...[0, 2, -1, 10 ** 9].map((revision): [Pair, Paper] => [order, { revision, ...purity('99.1') }]),
    ];
    const answers = [];
    for (const [pair, paper] of wrong) {
      const { status, body, headers } = await compare(app, pair, paper);
      answers.push([status, body, headers.get('cache-control')]);
    }
    expect(answers[0]?.slice(0, 2)).toMatchObject([404, { code: 'verification_failed' }]);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('never has the true value in the answer, whatever is typed', async () => {
    const { app, order } = await measured();
    const typed = fc.record({
      values: fc.array(
        fc.record({
          analyte: fc.constantFrom('Purity', 'amount', 'x'),
          value: fc.constantFrom('1', '<2', 'ND', ''),
        }),
        { maxLength: 4 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(typed, fc.integer({ min: 1, max: 250 }), async (paper, place) => {
        const { body } = await compare(app, order, paper, place);
        expect(JSON.stringify(body)).not.toMatch(/99\.1|5\.1|Test Maker|T-1|RP-HPLC|mg/);
      }),
      { numRuns: cases(20) },
    );
  });

  it('keeps neither an address nor what was typed, and nothing at all once the day is over', async () => {
    const { app, order } = await measured();
    await compared(app, order, { ...purity('97.7'), batch_code: 'SECRET-BATCH' }, 7);
    const { pool } = app.platform.db;
    const rows = async () => (await pool.query('SELECT * FROM paper_comparison')).rows;
    expect(await rows()).toHaveLength(2);
    expect(JSON.stringify(await rows())).not.toMatch(/97\.7|SECRET|203\.0/);
    await app.modules.verification.forgetComparisons();
    expect(await rows()).toHaveLength(2);
    app.clock.advance(86_400_000);
    await app.modules.verification.forgetComparisons();
    expect(await rows()).toEqual([]);
  });
});

describe('security 9: a limit on comparing', () => {
  it('lets an address try five different values a line and day, the same one as often as it likes', async () => {
    const { app, order } = await measured();
    for (const value of ['95.1', '95.2', '95.3', '95.4', '95.10', '95.1 %', '95,1']) {
      expect((await compared(app, order, purity(value))).lines).toEqual([{ analyte: 'Purity', same: false }]);
    }
    expect((await compared(app, order, purity('95.5'))).lines[0]?.same).toBe(false);
    const refused = await compare(app, order, purity('99.1'));
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(86_400);
    // By another name it is the same line; other lines, and what was tried before, are still answered.
    expect((await compare(app, order, { values: [{ analyte: 'purity', value: '99.1' }] })).status).toBe(429);
    expect(
      (await compared(app, order, { values: [{ analyte: 'amount', value: '5.1' }] })).lines[0]?.same,
    ).toBe(true);
    expect((await compared(app, order, purity('95.4'))).lines[0]?.same).toBe(false);
    // Verification itself never stops, and another address may still compare.
    const query = new URLSearchParams({ taskNumber: String(order.taskNumber), uniqueKey: order.uniqueKey });
    expect((await app.request(`/api/tests/verify?${query}`)).status).toBe(200);
    expect((await compared(app, order, purity('99.1'), 2)).lines[0]?.same).toBe(true);
    app.clock.advance(86_400_000);
    expect((await compared(app, order, purity('99.1'))).lines[0]?.same).toBe(true);
  });

  it('lets all addresses together try twenty, also at once, and none of what is refused counts', async () => {
    const { app, order } = await measured();
    const tries = Array.from({ length: 30 }, (_, place) =>
      compare(app, order, purity(`90.${place + 10}`), 20 + (place % 10)),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const { rows } = await app.platform.db.pool.query(
      'SELECT count(DISTINCT value)::int AS n FROM paper_comparison',
    );
    expect(rows).toEqual([{ n: 20 }]);
    // Who comes later compares maker and batch as before.
    expect((await compare(app, order, purity('99.1'), 99)).status).toBe(429);
    expect((await compared(app, order, { batch_code: 'T-1' }, 99)).batch_code).toBe('same');
  });

  it('takes a guess at the names of lines as a try, and at most twenty calls a minute', async () => {
    const { app, order } = await measured();
    const names = ['Lead', 'Water', 'Endotoxin', 'Identity', 'Sterility', 'Acetate'];
    const statuses = [];
    for (const analyte of names)
      statuses.push((await compare(app, order, { values: [{ analyte, value: '1' }] })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    for (let calls = 6; calls < 20; calls += 1) await compare(app, { ...order, uniqueKey: 'AAAA' }, {});
    expect((await compare(app, order, {})).status).toBe(429);
    expect((await compare(app, order, {}, 2)).status).toBe(200);
  });
});

describe('security 30: wrong types in what is compared', () => {
  it('are refused with the fields, and fail nothing', async () => {
    const { app, order } = await measured();
    const pair = { taskNumber: String(order.taskNumber), uniqueKey: order.uniqueKey };
    const bodies: object[] = [
      {},
      { ...pair },
      { ...pair, revision: '1' },
      { ...pair, revision: 1.5 },
      { ...pair, revision: 1, values: 'Purity' },
      { ...pair, revision: 1, values: [{ analyte: '', value: '1' }] },
      { ...pair, revision: 1, values: [{ analyte: 'Purity', value: 99.1 }] },
      { ...pair, revision: 1, values: Array(61).fill({ analyte: 'Purity', value: '1' }) },
      { ...pair, revision: 1, batch_code: 'x'.repeat(101) },
    ];
    for (const [place, json] of bodies.entries()) {
      const headers = { 'x-forwarded-for': `198.51.100.${place}` };
      const { status } = await app.request('/api/tests/verify/compare', { json, headers });
      expect([json, status]).toEqual([json, 422]);
    }
  });
});
