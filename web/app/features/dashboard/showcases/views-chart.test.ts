import { expect, it } from 'vitest';
import { chartWords } from './views-chart';

it('says each day that has begun, and nothing of the others', () => {
  expect(
    chartWords([
      { day: '2026-11-25', views: 1_204 },
      { day: '2026-11-26', views: 1 },
      { day: '2026-11-27', views: 0 },
      { day: '2026-11-28', views: null },
    ]),
  ).toBe('Wed 25 November: 1,204 views, Thu 26 November: 1 view, Fri 27 November: 0 views.');
});

it('says that no day has begun', () => {
  expect(chartWords([{ day: '2026-11-25', views: null }])).toBe('No day has begun yet.');
});
