import type { TestsPage } from '@vialproof/contract/tests';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type LaidTest, layTests } from '../../testing/lay-tests.ts';
import { shared, type TestApp, testApp } from '../../testing/test-app.ts';
import { addMissingCompounds } from '../makers/makers.service.ts';
import { linesOf, NAMES, PRIVATE, PUBLISHED, SEARCHES, WAITING } from './golden-searches.fixture.ts';

const DAY_MS = 86_400_000;
const NEWEST = Date.parse('2026-10-30');

function testsOf(table: string, isPrivate = false): (LaidTest & { taskNumber: number })[] {
  return linesOf(table).map((line, place) => {
    const [number, sku = '', compound = '', maker = '', batch = '', title] = line
      .split('|')
      .map((cell) => cell.trim());
    const publishedOn = new Date(NEWEST - place * DAY_MS).toISOString().slice(0, 10);
    const result = title === undefined ? {} : { title, publishedOn };
    return { taskNumber: Number(number), sku, isPrivate, compound, maker, batch, ...result };
  });
}

const TESTS = [...testsOf(PUBLISHED), ...testsOf(WAITING), ...testsOf(PRIVATE, true)];

const opened = shared(async (atEnd): Promise<TestApp> => {
  const app = await testApp({}, { atEnd });
  await addMissingCompounds(app.modules.makers, NAMES);
  await layTests(app, TESTS);
  return app;
});

async function numbersOf(search: string): Promise<number[]> {
  const words = new URLSearchParams({ search, limit: '100' });
  const { status, body } = await opened().request<z.infer<typeof TestsPage>>(`/api/tests?${words}`);
  expect(status).toBe(200);
  const { data, pagination } = body;
  expect([search, pagination]).toEqual([
    search,
    { page: 1, limit: 100, total: data.length, total_relation: 'exact' },
  ]);
  return data.map(({ task_number }) => task_number);
}

describe('a hundred searches find the right tests among forty', () => {
  it('the hundred searches together find each of the forty tests at least once', () => {
    expect([SEARCHES.length, TESTS.length]).toEqual([100, 40]);
    expect(new Set(SEARCHES.map(({ typed }) => typed)).size).toBe(100);
    const found = new Set(SEARCHES.flatMap(({ found }) => found));
    expect(TESTS.map(({ taskNumber }) => taskNumber).filter((number) => !found.has(number))).toEqual([]);
  });

  for (const [kind, searches] of Map.groupBy(SEARCHES, ({ kind }) => kind)) {
    it(`each search of this kind finds exactly the expected tests, in order: ${kind}`, async () => {
      for (const { typed, found } of searches) {
        expect([typed, await numbersOf(typed)]).toEqual([typed, found]);
      }
    });
  }
});
