import { screen } from '@testing-library/react';
import type { MyTestDetail } from '@vialproof/contract/orders';
import type { NextShowcase } from '@vialproof/contract/showcases';
import type { Turnaround } from '@vialproof/contract/turnaround';
import { overallOf } from '@vialproof/science/measurement/overall-statement';
import type { Measurement } from '@vialproof/science/measurement/types';
import { describe, expect, it } from 'vitest';
import { idOf, OWN_ORDER, publicTest } from '../testing/answers';
import { button, heading, main, openPage, signIn } from '../testing/open-page';
import * as page from './dashboard-test';

const AT = '2026-03-01T12:00:00.000Z';
const { id } = OWN_ORDER.request;
type Request = MyTestDetail['request'];

const event = (kind: string, status: Request['status']): Request['timeline'][number] => ({
  kind,
  status,
  at: AT,
  note: null,
  reason: null,
});
const line = (analyte: string, verdict: Measurement['verdict']): Measurement => ({
  analyte,
  method: 'RP-HPLC',
  value: 99.1,
  unit: '% area',
  limit: '≥ 98.0',
  verdict,
});

const NEXT_WEEK: NextShowcase = {
  week_starts: '2026-03-02',
  week_ends: '2026-03-08',
  week_cents: 4_900,
  currency: 'usd',
  places: 2,
  reserved: null,
};

const TURNAROUND: Turnaround = {
  family: 'Peptides',
  n_received: 13,
  n_open: 3,
  median_days: 4.5,
  interval: { low: 4, high: 6 },
  nine_of_ten_days: 5.5,
  nine_of_ten_interval: { low: 5, high: null },
  promise_text: '5-7 business days',
  is_demo: true,
};

/** Opens the page of a test of the signed-in user. */
async function open(request: Partial<Request>, change: Partial<MyTestDetail> = {}): Promise<void> {
  signIn();
  const detail: MyTestDetail = { ...OWN_ORDER, request: { ...OWN_ORDER.request, ...request }, ...change };
  openPage(
    `/dashboard/tests/${id}`,
    { '/dashboard/tests/:id': page },
    {
      [`GET /api/me/tests/${id}`]: detail,
      'GET /api/turnaround': { data: [TURNAROUND] },
      'GET /api/showcases/next': { data: NEXT_WEEK },
      'GET /api/me/showcases': { items: [], pagination: { page: 1, limit: 10, total: 0 } },
    },
  );
  await heading(detail.result?.title ?? 'BPC-157');
}

function completed(
  visibility: Request['visibility'],
  measurements: Measurement[],
  disclosure: Request['disclosure'] = { open: false, since: null },
) {
  const { result, certificates } = publicTest();
  if (!result) throw new Error('the test has a result');
  const request: Partial<Request> = {
    status: 'complete',
    visibility,
    disclosure,
    manufacturer: 'Maker A',
    paid_at: AT,
    timeline: [event('created', 'draft'), event('paid', 'paid'), event('completed', 'complete')],
  };
  return open(request, {
    certificates,
    result: { ...result, measurements, overall: overallOf(measurements) },
  });
}

/** The titles of the folds, all of which have to be closed. */
function closedFolds(): (string | null | undefined)[] {
  const folds = [...document.querySelectorAll('main details')];
  expect(folds.filter((fold) => fold.hasAttribute('open'))).toEqual([]);
  return folds.map((fold) => fold.querySelector('summary :is(h2, h3)')?.textContent);
}

/** The fold that holds a text; null if the text stands in the open. */
const foldOf = (text: string | RegExp) =>
  main().getByText(text).closest('details')?.querySelector('summary :is(h2, h3)')?.textContent ?? null;

/** Whether the page shows the first text before the second. */
const isBefore = (one: HTMLElement, other: HTMLElement) =>
  Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);

describe('the page of a completed test', () => {
  it('the page of a test says the verdict, then offers certificate, public page, number and key, and the rest is in closed parts', async () => {
    await completed('public', [line('Purity', 'pass')]);
    for (const text of ['The judged result is within its limit.', 'See the public page', 'ABCD-EFGH-JKMN']) {
      expect(foldOf(text)).toBeNull();
    }
    expect(button('Certificate of Analysis (PDF)').closest('details')).toBeNull();
    expect(button('Copy link to the public page')).toBeTruthy();
    expect(closedFolds()).toEqual([
      'Measurements',
      'Specimen',
      'Who can see it',
      'History',
      'Show it in Discoveries',
    ]);
    expect(foldOf('Awaiting sample')).toBe('History');
    expect(foldOf('Result published')).toBe('History');
    expect(foldOf('Revision history')).toBe('History');
    expect(foldOf('$180.00')).toBe('History');
    await main().findByText(/^The next free week is/);
    expect(foldOf(/^The next free week is/)).toBe('Show it in Discoveries');
    expect(foldOf(/^Public: everybody can read/)).toBe('Who can see it');
  });

  it('the page of a test names a failed line once outside its closed parts, in red', async () => {
    await completed('public', [line('Purity', 'pass'), line('Endotoxin', 'fail')]);
    const said = main().getByText('Fail: Endotoxin. The other judged result is within its limit.');
    expect(said.closest('p')?.className).toContain('text-bad');
    const open = main()
      .getAllByText(/Endotoxin/)
      .filter((found) => !found.closest('details'));
    expect(open).toEqual([said]);
  });

  it('the page of a private test offers its owner to make it public, in the part that says who can see it', async () => {
    await completed('private', [line('Purity', 'pass')]);
    expect(foldOf('See what others see of it')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Copy link to the public page' })).toBeNull();
    expect(foldOf(/^Private: only you can read/)).toBe('Who can see it');
    expect(foldOf('Make this test public')).toBe('Who can see it');
    expect(foldOf('Who sees the values')).toBe('Who can see it');
  });

  it('the page of a private test says that readers with the key see its values, if its owner allows it', async () => {
    await completed('private', [line('Purity', 'pass')], { open: true, since: AT });
    expect(
      main().getByText('Private: you can read the result, and whoever has number and key sees its values.'),
    ).toBeTruthy();
  });
});

describe('the page of a test without a result', () => {
  it('the page of a test says what is due before the progress', async () => {
    await open({ expires_at: AT });
    expect(isBefore(button('Pay $180.00'), main().getByRole('list', { name: 'Progress' }))).toBe(true);
    expect(closedFolds()).toEqual(['Who can see it', 'History']);
  });

  it('the page of a test says the next step after the progress, and the rest is in closed parts', async () => {
    await open({ status: 'awaiting_sample', paid_at: AT, batch_code: 'B-1' });
    const step = main().getByRole('heading', { level: 2, name: 'Send your sample' });
    expect(isBefore(main().getByRole('list', { name: 'Progress' }), step)).toBe(true);
    expect(isBefore(step, main().getByText('ABCD-EFGH-JKMN'))).toBe(true);
    expect(closedFolds()).toEqual(['Specimen', 'Who can see it', 'History']);
  });

  it('the page of a test says first that a result was withdrawn', async () => {
    const retracted = { reason: 'The vials were swapped.', at: AT };
    await open({ status: 'received', received_at: AT, paid_at: AT }, { retracted });
    const reason = main().getByText('The vials were swapped.');
    expect(isBefore(reason, main().getByRole('list', { name: 'Progress' }))).toBe(true);
  });

  it('the page of a test says that an order was cancelled, and what happened to its payment', async () => {
    const timeline = [event('cancelled', 'cancelled'), event('refunded', 'cancelled')];
    await open({ status: 'cancelled', cancelled_at: AT, paid_at: AT, timeline });
    expect(
      main()
        .getByText(/^This order was cancelled/)
        .closest('div')?.textContent,
    ).toBe('This order was cancelled on 1 Mar 2026. Refunded on 1 Mar 2026.');
    expect(foldOf('Awaiting sample')).toBe('History');
  });

  it('the page of a cancelled order does not show money above the price, which went back earlier, as its refund', async () => {
    const timeline = [{ ...event('part_refunded', 'paid'), at: '2026-02-01T12:00:00.000Z' }];
    await open({ status: 'cancelled', cancelled_at: AT, paid_at: AT, timeline });
    expect(main().getByText('What you paid goes back to where it was paid from.')).toBeTruthy();
    expect(main().queryByText(/^Partly refunded on/)).toBeNull();
  });

  it('the page of a test asks visibly for the discount that makes a public test private', async () => {
    const to_pay = { id: idOf(60), amount_cents: 2_700, payment_status: null };
    const registration: MyTestDetail['registration'] = {
      state: 'none',
      at: null,
      log_index: null,
      withdrawn_at: null,
      may_change: true,
      discount_due_cents: 2_700,
      to_pay,
    };
    await open({ status: 'awaiting_sample', visibility: 'public', paid_at: AT }, { registration });
    expect(button('Pay back $27.00').closest('details')).toBeNull();
  });
});

it('the page of a received sample says its working day and the usual one, without statistics', async () => {
  await open(
    { status: 'received', received_at: AT, paid_at: AT },
    { open_sample: { family: 'Peptides', working_day: 2 } },
  );
  await main().findByText(
    'Today is working day 2. For Peptides it is usually 6 working days or fewer (demo figures).',
  );
});

describe('the page of a group’s test that awaits its sample says who sends it', () => {
  const groupTest = (sender: MyTestDetail['sender'], may_track: boolean, number: string | null = null) =>
    open(
      { status: 'awaiting_sample', group_test_id: idOf(70), sample_tracking_number: number },
      { sender, may_track },
    );
  const isTold = () => main().queryByText(/^Pack the sample/) !== null;
  const offers = () => main().queryByRole('link', { name: 'Packing slip' }) !== null;

  it('the page of a group’s test tells the sender to pack', async () => {
    await groupTest({ display_name: 'Dusky Puffin', is_viewer: true }, true);
    expect(main().getByRole('heading', { name: 'Send the group’s sample' })).toBeTruthy();
    expect([isTold(), offers(), main().queryByLabelText(/^Tracking number/) !== null]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('the page of a group’s test tells a member who sends, and not to pack', async () => {
    await groupTest({ display_name: 'Dusky Puffin', is_viewer: false }, false, '1Z999');
    expect(main().getByText('Dusky Puffin').closest('p')?.textContent).toBe(
      'Dusky Puffin sends the vial for everybody. You have nothing to send. It is on its way.',
    );
    expect([isTold(), offers(), main().queryByLabelText(/^Tracking number/)]).toEqual([false, false, null]);
  });

  it('an organizer who does not send the vial is not told to pack, but can enter the tracking number', async () => {
    await groupTest({ display_name: 'Dusky Puffin', is_viewer: false }, true);
    expect([isTold(), main().queryByLabelText(/^Tracking number/) !== null]).toEqual([false, true]);
  });

  it('the page of a group’s test tells a member that the sender sends another vial after a refusal', async () => {
    const timeline = [{ ...event('sample_refused', 'awaiting_sample'), reason: 'broken' as const }];
    const sender = { display_name: 'Dusky Puffin', is_viewer: false };
    await open(
      { status: 'awaiting_sample', group_test_id: idOf(70), timeline, sample_tracking_number: '1Z999' },
      { sender },
    );
    expect(main().getByText('The sender of the group sends another vial.')).toBeTruthy();
    // The tracking number is that of the refused vial.
    expect(main().queryByText(/It is on its way/)).toBeNull();
    expect(main().queryByText(/cancel the order on your dashboard/)).toBeNull();
  });
});
