import { expect, it } from 'vitest';
import { DEMO_TEMPLATES } from './templates.ts';

it('the demo’s budgets name no certificate: of its reference standards none is recorded', () => {
  const lines = DEMO_TEMPLATES.flatMap((template) => template.lines);
  const sources = lines.flatMap(
    ({ uncertainty }) => uncertainty?.components?.map(({ source }) => source) ?? [],
  );
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.filter((source) => /certificate/i.test(source))).toEqual([]);
});
