import { expect, it } from 'vitest';
import { DEMO_TEMPLATES } from './templates.ts';

it('the uncertainty budgets of the demo name no certificate, because the demo has no reference standards', () => {
  const lines = DEMO_TEMPLATES.flatMap((template) => template.lines);
  const sources = lines.flatMap(
    ({ uncertainty }) => uncertainty?.components?.map(({ source }) => source) ?? [],
  );
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.filter((source) => /certificate/i.test(source))).toEqual([]);
});
