import { expect, it } from 'vitest';
import { chartWords, daysOfWeek } from './views-chart';

it('the chart of a week has seven days, even without views', () => {
  const days = daysOfWeek('2026-12-29', [
    { day: '2026-12-29', views: 3 },
    { day: '2026-12-31', views: 0 },
  ]);
  expect(days.map(({ day }) => day).join(' ')).toBe(
    '2026-12-29 2026-12-30 2026-12-31 2027-01-01 2027-01-02 2027-01-03 2027-01-04',
  );
  expect(days.map(({ views }) => views)).toEqual([3, null, 0, null, null, null, null]);
});

it('the text of the chart names each day that has begun', () => {
  expect(
    chartWords([
      { day: '2026-11-25', views: 1_204 },
      { day: '2026-11-26', views: 1 },
      { day: '2026-11-27', views: 0 },
      { day: '2026-11-28', views: null },
    ]),
  ).toBe('Wed 25 November: 1,204 views, Thu 26 November: 1 view, Fri 27 November: 0 views.');
});

it('the text of the chart says that no day has begun yet', () => {
  expect(chartWords([{ day: '2026-11-25', views: null }])).toBe('No day has begun yet.');
});
