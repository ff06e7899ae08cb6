import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../testing/property-runs.ts';
import { shared, type TestApp, testApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';
import { countDossier } from './dossiers.queries.ts';
import type { Counted } from './dossiers.store.ts';
import { replaceCounted } from './publications.store.ts';
import { countedTest, idOf, lineValue, someTests } from './rules/counted-tests.fixture.ts';
import type { CountedTest } from './rules/counted-tests.ts';

/** Rows for the counts only; they belong to no order. */
const application = shared(async (atEnd) => {
  const app = await testApp({}, { atEnd });
  await asOwner(app, 'ALTER TABLE counted_test DROP CONSTRAINT counted_test_request_id_fkey');
  return app;
});

/** Stores these tests for the counts, in place of all others. */
async function lay({ platform }: TestApp, tests: CountedTest[]): Promise<void> {
  const { db } = platform;
  await db.pool.query(`
    DELETE FROM counted_test; DELETE FROM line_name;
    INSERT INTO line_name (id, analyte_key, method_key, analyte, method) OVERRIDING SYSTEM VALUE
    SELECT n, 'analyte ' || n, 'method', 'Analyte ' || n, 'Method' FROM generate_series(1, 3) AS n`);
  await db.transaction((tx) => replaceCounted(tx, [], tests));
}

const maker: Counted = { kind: 'maker', id: idOf('m1') };
const compound: Counted = { kind: 'compound', id: 'c1' };
const batch: Counted = { kind: 'batch', id: idOf('b1') };

/** What the module counts: whole tests, and the tests with the first measured line. */
async function counted(tests: CountedTest[], of: Counted) {
  const app = application();
  await lay(app, tests);
  const { whole, lines } = await countDossier(app.platform.db.orm, of);
  return { ...whole, line: lines.find(({ line }) => line === 1) };
}

const pass = lineValue();
const fail = lineValue({ verdict: 'fail', value: 91 });
const other = { request_id: idOf('r2'), task_number: 2 };

describe('the pages of makers, batches and compounds count tests', () => {
  it('ten tests of one batch are one test in the counts of maker and compound, and ten in those of the batch', async () => {
    const tests = Array.from({ length: 10 }, (_, n) => countedTest({ request_id: idOf(`r${n}`) }));
    expect(await counted(tests, maker)).toMatchObject({
      published: 10,
      units: 1,
      line: { tested: 1, pass: 1 },
    });
    expect(await counted(tests, compound)).toMatchObject({ units: 1, line: { pass: 1 } });
    expect(await counted(tests, batch)).toMatchObject({ units: 10, line: { pass: 10 } });
  });

  it('a batch is counted as disagreeing if one test passes and another fails', async () => {
    const tests = [countedTest({ values: [pass] }), countedTest({ ...other, values: [fail] })];
    expect((await counted(tests, maker)).line).toMatchObject({ tested: 1, disagree: 1 });
    expect((await counted(tests, batch)).line).toMatchObject({ tested: 2, pass: 1, fail: 1 });
  });

  it("a test is counted as failed if one of an analyte's lines fails", async () => {
    const tests = [countedTest({ values: [pass, fail] })];
    expect((await counted(tests, maker)).line).toMatchObject({ tested: 1, fail: 1 });
    expect((await counted(tests, batch)).line).toMatchObject({ tested: 1, fail: 1 });
    const both = [...tests, countedTest({ ...other, values: [pass] })];
    expect((await counted(both, maker)).line).toMatchObject({ tested: 1, disagree: 1 });
  });

  it('a test without a batch code is counted as a batch of its own; one code of two compounds is counted twice', async () => {
    const unnamed = ['r1', 'r2', 'r3'].map((name) => countedTest({ request_id: idOf(name), batch_id: null }));
    expect(await counted(unnamed, maker)).toMatchObject({ units: 3, named: 0, line: { pass: 3 } });
    const tests = [countedTest(), countedTest({ ...other, compound_id: 'c2' })];
    expect(await counted(tests, maker)).toMatchObject({ units: 2, named: 2 });
  });

  it('the values of unpublished tests are not counted', async () => {
    const tests = [
      countedTest({ state: 'pending', values: [] }),
      countedTest({ ...other, state: 'withheld', values: [] }),
    ];
    expect(await counted(tests, maker)).toMatchObject({
      pending: 1,
      withheld: 1,
      registered: 2,
      published: 0,
      units: 0,
      senders: 0,
      line: undefined,
    });
  });

  it('the counts equal those of a simple separate program', async () => {
    const app = application();
    const subjects: Counted[] = [
      ...['m1', 'm2'].map((id) => ({ kind: 'maker' as const, id: idOf(id) })),
      ...['c1', 'c2'].map((id) => ({ kind: 'compound' as const, id })),
      ...['b1', 'b2', 'b3'].map((id) => ({ kind: 'batch' as const, id: idOf(id) })),
    ];
    await fc.assert(
      fc.asyncProperty(someTests, async (tests) => {
        await lay(app, tests);
        for (const of of subjects) {
          const { whole, lines } = await countDossier(app.platform.db.orm, of);
          const plain = plainCount(tests, of);
          expect(whole).toMatchObject(plain.whole);
          expect(Object.fromEntries(lines.map((line) => [line.line, line]))).toMatchObject(plain.lines);
          expect(lines).toHaveLength(Object.keys(plain.lines).length);
        }
      }),
      { numRuns: cases(60) },
    );
  });
});

/** The numbers of a compound, maker or batch, counted in a simple way. */
function plainCount(all: CountedTest[], { kind, id }: Counted) {
  const tests = all.filter((test) => test[`${kind}_id`] === id);
  const count = (is: (test: CountedTest) => boolean) => tests.filter(is).length;
  const sum = (of: (test: CountedTest) => number) => tests.reduce((total, test) => total + of(test), 0);
  const published = tests.filter(({ state }) => state === 'published');
  const units = Map.groupBy(published, (test) => (kind === 'batch' ? test.request_id : test.unit));
  const whole = {
    registered: count(({ opened_later }) => !opened_later),
    opened_later: count(({ opened_later }) => opened_later),
    published: published.length,
    pending: count(({ state }) => state === 'pending'),
    withheld: count(({ state }) => state === 'withheld'),
    superseded: sum(({ superseded }) => superseded),
    retracted: sum(({ retracted }) => retracted),
    label_unread: published.filter(({ label_unread }) => label_unread).length,
    units: units.size,
    senders: new Set(published.map(({ customer_id }) => customer_id)).size,
  };
  const lines = [1, 2, 3].flatMap((line) => {
    const values = published.flatMap((test) => test.values.filter((value) => value.line === line));
    if (values.length === 0) return [];
    const verdicts = [...units.values()].flatMap((unit) => verdictOfUnit(unit, line) ?? []);
    const having = (verdict: string) => verdicts.filter((each) => each === verdict).length;
    const numbers = values.flatMap(({ value }) => value ?? []);
    const counts = {
      tested: verdicts.length,
      pass: having('pass'),
      fail: having('fail'),
      disagree: having('disagree'),
      not_judged: having('not_judged'),
      n_values: values.length,
      summary: numbers.length === 0 ? null : { min: Math.min(...numbers), max: Math.max(...numbers) },
    };
    return [[line, counts] as const];
  });
  return { whole, lines: Object.fromEntries(lines) };
}

function verdictOfUnit(unit: CountedTest[], line: number): string | undefined {
  const own = unit
    .map(({ values }) => values.filter((value) => value.line === line).map(({ verdict }) => verdict))
    .filter((verdicts) => verdicts.length > 0);
  if (own.length === 0) return undefined;
  const ofTests = own.map((verdicts) =>
    verdicts.includes('fail') ? 'fail' : verdicts.includes('pass') ? 'pass' : null,
  );
  if (ofTests.includes('fail') && ofTests.includes('pass')) return 'disagree';
  return ofTests.find((verdict) => verdict !== null) ?? 'not_judged';
}
