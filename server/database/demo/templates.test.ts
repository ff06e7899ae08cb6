import { expect, it } from 'vitest';
import { DEMO_TEMPLATES } from './templates.ts';

it('uncertainty budgets of the demo name no certificate: its reference standards are not recorded', () => {
  const lines = DEMO_TEMPLATES.flatMap((template) => template.lines);
  const sources = lines.flatMap(
    ({ uncertainty }) => uncertainty?.components?.map(({ source }) => source) ?? [],
  );
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.filter((source) => /certificate/i.test(source))).toEqual([]);
});
