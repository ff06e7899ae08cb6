import { screen, waitFor, within } from '@testing-library/react';
import type { Turnaround } from '@vialproof/contract/turnaround';
import { expect, it } from 'vitest';
import { heading, main, openPage } from '../testing/open-page';
import * as howItWorks from './how-it-works';

const measured: Turnaround = {
  family: 'Peptides',
  n_received: 34,
  n_open: 3,
  median_days: 5,
  interval: { low: 4, high: 6 },
  nine_of_ten_days: 9,
  nine_of_ten_interval: { low: 7, high: null },
  promise_text: '5-7 business days after receipt',
  is_demo: false,
};
const unmeasured: Turnaround = {
  ...measured,
  family: 'Hormones',
  n_received: null,
  n_open: null,
  median_days: null,
  interval: null,
  nine_of_ten_days: null,
  nine_of_ten_interval: null,
};

async function open(rows: Turnaround[]) {
  openPage('/how-it-works', { '/how-it-works': howItWorks }, { 'GET /api/turnaround': { data: rows } });
  await heading('How it works');
  const part = document.getElementById('turnaround');
  if (!part) throw new Error('the page has no turnaround');
  await waitFor(() => expect(part.textContent).toContain('How this is measured'));
  return part;
}

it('the measured times come last on the page, without families that have none', async () => {
  const part = await open([measured, unmeasured]);
  expect(main().getAllByRole('heading', { level: 2 }).at(-1)?.textContent).toBe('How long it takes');
  const [, ...rows] = within(part).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Family PeptidesMeasured usually 9 working days or fewerPromised 5-7 business days after receipt',
  ]);
  expect(part.textContent).not.toContain('Hormones');
});

it('the exact numbers of the measured times are in a part that is closed at first', async () => {
  const part = await open([measured]);
  const fold = within(part).getByText('How this is measured').closest('details');
  expect(fold?.open).toBe(false);
  const words =
    'Peptides: half are done by working day 5, nine of ten by day 9 (measured over 34 samples received in the last 90 days, 3 of them open; 95\u00a0% interval: day 4 to 6 for the half, day 7 or more for nine of ten).';
  expect(fold?.textContent).toContain(words);
  expect(part.textContent?.replace(fold?.textContent ?? '', '')).not.toMatch(/interval|Kaplan|half are/);
});

it('numbers that come from demo data say so', async () => {
  expect((await open([{ ...measured, is_demo: true }])).textContent).toContain(
    'This is no record of a laboratory.',
  );
});

it('a laboratory without measured times says so', async () => {
  expect((await open([unmeasured])).textContent).toContain('No family of tests has figures yet.');
  expect(screen.queryByRole('table')).toBeNull();
});
