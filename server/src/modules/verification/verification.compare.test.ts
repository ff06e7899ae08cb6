import type { ProblemBody } from '@vialproof/contract/errors';
import { type CompareBody, Comparison, type Verification } from '@vialproof/contract/verification';
import { dayOf } from '@vialproof/science/calendar/dates';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { laboratory, must, type Ordered, PURITY } from '../../testing/lab.ts';
import { cases } from '../../testing/property-runs.ts';
import { labApp, shared, type TestApp } from '../../testing/test-app.ts';
import { forgetComparisons } from './verification.service.ts';

type Paper = Omit<z.input<typeof CompareBody>, 'taskNumber' | 'uniqueKey'>;
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
  // Fails if the answer has an unknown field.
  return Comparison.strict().parse(body.data);
}

const DAY_MS = 86_400_000;
const purity = (value: string) => ({ values: [{ analyte: 'Purity', value }] });
const lineOf = (answer: Comparison) => answer.lines?.[0]?.same;
const AMOUNT = { ...PURITY, analyte: 'Amount per vial', value: 5.1, unit: 'mg', limit: '', verdict: null };

const SETTINGS = { TRUST_PROXY: '1' };

/** Publishes a certificate with two measured values. */
async function measured(app: TestApp, visibility: 'public' | 'private' = 'private') {
  const lab = await laboratory(app);
  const order = await lab.received({ visibility });
  await must(lab.save(lab.analyst, order, { measurements: [PURITY, AMOUNT] }));
  await must(lab.submit(lab.analyst, order));
  await must(lab.publish(lab.reviewer, order));
  return { app, lab, order };
}

const certificates = shared(async (atEnd) => {
  const app = await labApp(SETTINGS, { atEnd });
  return { private: await measured(app), public: await measured(app, 'public') };
});

/** A certificate of the shared application. Nothing was compared with it in this month and the month before. */
async function forgotten(visibility: 'public' | 'private' = 'private') {
  const at = certificates()[visibility];
  // At noon, so that no test ends on the next day.
  const noon = Date.parse(`${dayOf(at.app.clock.now())}T12:00:00Z`);
  at.app.clock.advance(noon + 62 * DAY_MS - at.app.clock.now().getTime());
  await forgetComparisons(at.app.modules.verification);
  return at;
}

describe('the answer says for each line of a paper whether it equals the certificate', () => {
  it.each(['private', 'public'] as const)(
    'for a %s certificate, the answer says for each line of the paper whether it equals the certificate',
    async (visibility) => {
      const { app, order } = await forgotten(visibility);
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

  it('the values on a paper must equal those of the revision that the paper names', async () => {
    const { app, lab, order } = await measured(await labApp(SETTINGS));
    const { draft } = await must(lab.amend(lab.analyst, order));
    await must(
      lab.save(lab.analyst, order, { measurements: [{ ...PURITY, value: 98.4 }], version: draft?.version }),
    );
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const same = async (revision: number, value: string) =>
      lineOf(await compared(app, order, { revision, ...purity(value) }));
    expect([await same(1, '99.1'), await same(2, '99.1'), await same(2, '98.4')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('a wrong key, an unknown number and an unknown revision get the same answer', async () => {
    const { app, order } = await forgotten();
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

  it('the answer never contains the certified value', async () => {
    const { app, order } = await forgotten();
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

  it('no address and no typed value is stored, and all other data are deleted after the month', async () => {
    const { app, order } = await forgotten();
    await compared(app, order, { ...purity('97.7'), batch_code: 'SECRET-BATCH' }, 7);
    const { pool } = app.platform.db;
    const rows = async () => (await pool.query('SELECT * FROM paper_comparison')).rows;
    expect(await rows()).toHaveLength(2);
    expect(JSON.stringify(await rows())).not.toMatch(/97\.7|SECRET|203\.0/);
    await forgetComparisons(app.modules.verification);
    expect(await rows()).toHaveLength(2);
    app.clock.advance(32 * DAY_MS);
    await forgetComparisons(app.modules.verification);
    expect(await rows()).toEqual([]);
  });
});

/** The certificate of `measured` as it is printed. */
const WHOLE = {
  revision: 1,
  manufacturer: 'Test Maker',
  batch_code: 'T-1',
  values: [
    { analyte: 'Purity', value: '99.1', unit: '% area', limit: '≥ 98.0' },
    { analyte: 'Amount per vial', value: '5.1 mg' },
  ],
};

async function spent() {
  const at = await forgotten();
  const { app, order } = at;
  for (let place = 1; place <= 20; place += 1)
    await compared(app, order, purity(`90.${10 + place}`), 100 + Math.ceil(place / 5));
  const query = new URLSearchParams({
    ...{ taskNumber: String(order.taskNumber), uniqueKey: order.uniqueKey, revision: '1' },
  });
  const { body } = await app.request<{ data: Verification }>(`/api/tests/verify?${query}`);
  return {
    ...at,
    c: body.data.revision?.c ?? '',
    issued_on: body.data.revision?.issued_at.slice(0, 10) ?? '',
  };
}

const whole = (allSame: boolean | null, missing?: string[]) => ({
  all_same: allSame,
  ...(missing ? { missing } : {}),
  ...{ lines: null, manufacturer: null, batch_code: null },
});

describe('security 9: the number of comparisons is limited', () => {
  it('an address can try five different values per line and day, and can repeat each of them', async () => {
    const { app, order } = await forgotten();
    for (const value of ['95.1', '95.2', '95.3', '95.4', '95.10', '95.1 %', '95,1']) {
      expect((await compared(app, order, purity(value))).lines).toEqual([{ analyte: 'Purity', same: false }]);
    }
    expect(lineOf(await compared(app, order, purity('95.5')))).toBe(false);
    // From now on only a whole paper is compared.
    for (const analyte of ['Purity', 'purity']) {
      const answer = await compared(app, order, { values: [{ analyte, value: '99.1' }] });
      expect(answer).toMatchObject(whole(null));
      expect(answer.missing).toContain('values');
    }
    // Other lines can still be compared, and so can values that were tried before.
    expect(lineOf(await compared(app, order, { values: [{ analyte: 'amount', value: '5.1' }] }))).toBe(true);
    expect(lineOf(await compared(app, order, purity('95.4')))).toBe(false);
    expect(lineOf(await compared(app, order, purity('99.1'), 2))).toBe(true);
    app.clock.advance(DAY_MS);
    expect(lineOf(await compared(app, order, purity('99.1')))).toBe(true);
  });

  it('all addresses together can try twenty different values', async () => {
    const { app, order } = await forgotten();
    const tries = Array.from({ length: 30 }, (_, place) =>
      compared(app, order, purity(`90.${place + 10}`), 20 + (place % 10)),
    );
    const answers = await Promise.all(tries);
    expect(answers.filter((answer) => lineOf(answer) === false)).toHaveLength(20);
    expect(answers.filter(({ lines }) => lines === null)).toHaveLength(10);
    const { rows } = await app.platform.db.pool.query(
      'SELECT count(DISTINCT value)::int AS n FROM paper_comparison',
    );
    expect(rows).toEqual([{ n: 20 }]);
    // Maker and batch can still be compared.
    expect((await compared(app, order, { batch_code: 'T-1' }, 99)).batch_code).toBe('same');
  });

  it('tries by other people never stop the comparison of a whole paper', async () => {
    const { app, order, c, issued_on } = await spent();
    expect(await compared(app, order, { ...WHOLE, issued_on }, 9)).toEqual(whole(true));
    expect(await compared(app, order, { ...WHOLE, c, issued_on }, 9)).toEqual(whole(true));
    expect(await compared(app, order, { c: c.toUpperCase(), values: WHOLE.values }, 9)).toEqual(whole(true));
    expect(await compared(app, order, { c: '0123456789abcdef', values: WHOLE.values }, 9)).toEqual(
      whole(false),
    );
    expect(await compared(app, order, { ...WHOLE, c, batch_code: 'T-2' }, 9)).toEqual(whole(false));
    expect(await compared(app, order, { ...WHOLE, issued_on: '2020-02-02' }, 9)).toEqual(whole(false));
  });

  it('a paper with missing parts is not compared, and the answer names these parts', async () => {
    const { app, order, c, issued_on } = await spent();
    const [first, second] = WHOLE.values;
    if (!first || !second) throw new Error('the paper has two lines');
    const { limit: _, ...unlimited } = first;
    const lacking: [Paper, string[]][] = [
      [
        purity('99.1'),
        ['issued_on', 'manufacturer', 'batch_code', 'values', 'values.0.unit', 'values.0.limit'],
      ],
      [{ ...WHOLE }, ['issued_on']],
      [{ ...WHOLE, issued_on, values: [first] }, ['values']],
      [{ ...WHOLE, issued_on, values: [unlimited, second] }, ['values.0.limit']],
      [{ ...WHOLE, issued_on, values: [first, { ...second, value: '5.1' }] }, ['values.1.unit']],
      [{ c, values: [first] }, ['values']],
    ];
    for (let round = 0; round < 2; round += 1) {
      for (const [paper, missing] of lacking)
        expect(await compared(app, order, paper, 30 + round)).toEqual(whole(null, missing));
    }
    const { rows } = await app.platform.db.pool.query("SELECT 1 FROM paper_comparison WHERE line = 'whole'");
    expect(rows).toEqual([]);
  });

  it('an address can compare ten whole papers a day', async () => {
    const { app, order, issued_on } = await spent();
    const paper = (n: number) => ({ ...WHOLE, issued_on, batch_code: `T-${n}` });
    for (let n = 1; n <= 10; n += 1) expect(await compared(app, order, paper(n), 9)).toEqual(whole(n === 1));
    app.clock.advance(60_000);
    expect(await compared(app, order, paper(1), 9)).toEqual(whole(true));
    const refused = await compare(app, order, paper(11), 9);
    const detail = 'Too many different papers were compared from here today. Please try again tomorrow.';
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', detail } });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(86_400);
    expect(await compared(app, order, paper(1), 10)).toEqual(whole(true));
    // The limit of comparisons never blocks the verification of number and key.
    const query = new URLSearchParams({ taskNumber: String(order.taskNumber), uniqueKey: order.uniqueKey });
    expect((await app.request(`/api/tests/verify?${query}`)).status).toBe(200);
    app.clock.advance(DAY_MS);
    expect((await compare(app, order, purity('99.1'), 9)).status).toBe(200);
  });

  it('a whole paper needs its code if the certificate has fewer than two measured values', async () => {
    const app = await labApp(SETTINGS);
    const lab = await laboratory(app);
    const order = await lab.published({ visibility: 'private' });
    for (let n = 0; n < 5; n += 1) await compared(app, order, purity(`90.${n}`), 9);
    const all = {
      ...WHOLE,
      values: [WHOLE.values[0] ?? { analyte: '', value: '' }],
      issued_on: '2026-01-01',
    };
    expect(await compared(app, order, all, 9)).toEqual(whole(null, ['c']));
  });

  it('guessed line names count as tries, and an address can compare twenty times a minute', async () => {
    const { app, order } = await forgotten();
    const names = ['Lead', 'Water', 'Endotoxin', 'Identity', 'Sterility', 'Acetate'];
    const answers = [];
    for (const analyte of names)
      answers.push((await compared(app, order, { values: [{ analyte, value: '1' }] })).lines === null);
    expect(answers).toEqual([false, false, false, false, false, true]);
    for (let calls = 6; calls < 20; calls += 1) await compare(app, { ...order, uniqueKey: 'AAAA' }, {});
    expect((await compare(app, order, {})).status).toBe(429);
    expect((await compare(app, order, {}, 2)).status).toBe(200);
  });

  it('the owner of a private test gets at most one mail a month about many comparisons', async () => {
    const { app, order } = await measured(await labApp(SETTINGS));
    const told = async () => {
      await app.jobs.drain();
      return (await app.mails(order.owner.email)).filter(({ subject }) =>
        subject.includes('many values are compared'),
      );
    };
    for (let n = 0; n < 9; n += 1) await compared(app, order, purity(`91.${n}`), 1 + Math.floor(n / 5));
    await compared(app, order, purity('91.8'), 4);
    expect(await told()).toEqual([]);
    await compared(app, order, purity('91.9'), 4);
    expect(await told()).toHaveLength(1);
    for (let n = 0; n < 8; n += 1) await compared(app, order, purity(`92.${n}`), 10 + n);
    expect(await told()).toHaveLength(1);
    app.clock.advance(40 * DAY_MS);
    await forgetComparisons(app.modules.verification);
    for (let n = 0; n < 10; n += 1) await compared(app, order, purity(`93.${n}`), 1 + Math.floor(n / 5));
    expect(await told()).toHaveLength(2);
  });
});

describe('security 30: odd types cause no error', () => {
  it('wrong types are refused with the names of the fields', async () => {
    const { app, order } = await forgotten();
    const pair = { taskNumber: String(order.taskNumber), uniqueKey: order.uniqueKey };
    const bodies: object[] = [
      {},
      { ...pair, revision: '1' },
      { ...pair, c: 'xyz' },
      { ...pair, issued_on: '26.11.2026' },
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
