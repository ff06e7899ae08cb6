import { screen, waitFor, within } from '@testing-library/react';
import type { MyTestDetail } from '@vialproof/contract/orders';
import { describe, expect, it } from 'vitest';
import {
  CATALOG,
  groupDetail,
  idOf,
  listedTest,
  OWN_ORDER,
  publicTest,
  testsPage,
  verifiedTest,
} from '../testing/answers';
import { refusal, unavailable } from '../testing/fake-server';
import {
  alert,
  browserAlerts,
  button,
  expectAddress,
  fill,
  heading,
  main,
  openPage,
  pass,
  signIn,
  stopTime,
  user,
} from '../testing/open-page';
import { TRANSLATORS, translate, untranslated } from '../testing/translate';
import * as ownTest from './dashboard-test';
import * as ownTests from './dashboard-tests';
import * as group from './group-test';
import * as pricing from './pricing';
import * as request from './request';
import * as test from './test';
import * as tests from './tests';
import * as verify from './verify';

const NINE = Array.from({ length: 9 }, (_, place) => listedTest(place));
const THREE = [9, 10, 11].map((place) => listedTest(place));
/** Each test needs another number of vials. */
const CHOICE = CATALOG.map((item, place) => ({
  ...item,
  sample_requirement: `${place + 1} sealed vials`,
}));
const SOLD = { 'GET /api/skus/catalog': { data: CHOICE }, 'GET /api/turnaround': { data: [] } };
const AT = '2026-03-01T12:00:00.000Z';
const later = () => Promise.withResolvers<object>();
/** The text of the page's main part, as before the translation. */
const said = () => untranslated(screen.getByRole('main'));
const status = () => main().getAllByRole('status')[0]?.textContent;

const ownOrder = (change: Partial<MyTestDetail['request']>): MyTestDetail => ({
  ...OWN_ORDER,
  request: { ...OWN_ORDER.request, ...change },
});

describe.each(TRANSLATORS)(
  'a public page still works when the browser %s its texts to translate it',
  (how) => {
    it('/verify reports a wrong key, and shows the proof of the test for the right key', async () => {
      const call = 'GET /api/tests/verify';
      const server = openPage('/verify', { '/verify': verify }, { [call]: refusal('not_found') });
      await heading('Verify a test');
      fill('Task number', '10003');
      translate(how);
      await user.click(button(/^«*Verify»*$/));
      await main().findByText('Please enter both fields.');
      translate(how);
      fill(/Unique key/, 'AAAA-BBBB-CCCC');
      await user.click(button(/^«*Verify»*$/));
      await main().findByText('Invalid task number or key.');
      translate(how);
      server.answer({ [call]: verifiedTest([1]) });
      await user.click(button(/^«*Verify»*$/));
      await main().findByText('Verified (Public)');
      expect(said()).not.toContain('Invalid task number or key.');
      translate(how);
      await user.click(button(/^«*No»*$/));
      for (const [line, words] of [
        ['Maker', 'record in: Maker. The'],
        ['Batch', 'record in: Maker, Batch. The'],
        ['Maker', 'record in: Batch. The'],
      ] as const) {
        translate(how);
        await user.click(button(new RegExp(`^«*${line}»*$`)));
        expect(said()).toContain(words);
      }
      translate(how);
      await user.click(button(/Yes, in every line/));
      expect(said()).toContain('Then your paper says what the record says.');
      for (const [batch, words] of [
        ['A-10', 'The same batch.'],
        ['A-1O', 'It looks alike, and is not the same.Read'],
        ['a10', 'It looks alike, and is not the same.Read'],
        ['B-2', 'This certificate says nothing about your vial.'],
      ] as const) {
        translate(how);
        fill(/Batch of your vial/, batch);
        await user.click(button(/Compare/));
        await waitFor(() => expect(said()).toContain(words));
      }
      translate(how);
      server.answer({ [call]: refusal('not_found') });
      await user.click(button(/^«*Verify»*$/));
      await main().findByText('Invalid task number or key.');
      expect(said()).not.toContain('Verified (Public)');
    });

    it('/tests loads more tests, counts, searches and filters them, and reports a failure to load', async () => {
      stopTime();
      const call = 'GET /api/tests';
      const server = openPage(
        '/tests',
        { '/tests': tests },
        {
          [call]: ({ query }) =>
            query.get('page') === '1' ? testsPage(NINE, 1, 12) : testsPage(THREE, 2, 12),
        },
      );
      await pass(300);
      expect(status()).toBe('Showing 9 of 12 tests');
      translate(how);
      await user.click(main().getByRole('link', { name: /LOAD MORE/ }));
      await pass(300);
      expect(status()).toBe('Showing 12 of 12 tests');
      expect(main().getAllByRole('article')).toHaveLength(12);
      await expectAddress('/tests?page=2');
      translate(how);
      const corrected = testsPage(THREE.slice(0, 2), 1, 2);
      corrected.corrections = [{ typed: 'bcp', meant: ['bpc'] }];
      server.answer({ [call]: corrected });
      fill('Search tests', 'bcp');
      await pass(1_000);
      expect(status()).toBe('Showing 2 of 2 tests · ‘bcp’ read as bpc');
      translate(how);
      server.answer({ [call]: testsPage([]) });
      await user.click(screen.getByLabelText(/Only Public/));
      await pass(1_000);
      expect(button(/FILTERS/).textContent).toContain('(1)');
      expect(status()).toBe('No tests found');
      expect(said()).toContain('Nothing matches');
      translate(how);
      server.answer({ [call]: unavailable });
      fill('Search tests', 'bpc');
      await pass(9_000);
      expect(alert()?.textContent).toContain('The database is away.');
      translate(how);
      server.answer({ [call]: testsPage(THREE) });
      await user.click(button(/Try Again/));
      await pass(300);
      expect(status()).toBe('Showing 3 of 3 tests');
    });

    it('/tests counts the tests that the user has ticked', async () => {
      openPage('/tests', { '/tests': tests }, { 'GET /api/tests': testsPage(THREE) });
      const [box] = await main().findAllByRole('checkbox', { name: /Compare/ });
      translate(how);
      if (box) await user.click(box);
      expect(said()).toContain('1 chosen: tick one to three more');
      await user.click(button(/^«*Compare»*$/));
      expect(said()).toContain('Tick two to four results: 1 is ticked.');
    });

    it('/tests/:id shows that a certificate is in preparation, and then that its preparation failed', async () => {
      const path = `/tests/${publicTest().request_id}`;
      const file = later();
      openPage(
        path,
        { '/tests/:id': test },
        {
          [`GET /api${path}`]: { data: publicTest() },
          [`POST /api${path}/views`]: {},
          [`GET /api${path}/certificate`]: () => file.promise,
        },
      );
      await heading('BPC-157');
      translate(how);
      await user.click(main().getByRole('link', { name: /Download Certificate/ }));
      await main().findByRole('link', { name: 'Generating PDF...' });
      translate(how);
      file.resolve(unavailable());
      await main().findByText('Failed to download certificate');
      expect(main().getByRole('link', { name: 'Download Certificate of Analysis (PDF)' })).toBeTruthy();
    });

    it('/pricing shows how many tests a search has found', async () => {
      openPage('/pricing', { '/pricing': pricing }, SOLD);
      await main().findByText('3 tests');
      translate(how);
      fill('Search peptide', 'tb');
      await waitFor(() => expect(status()).toBe('1 test'));
      translate(how);
      fill('Search peptide', 'none of these');
      await main().findByText('No test of that name');
      translate(how);
      fill('Search peptide', '');
      await waitFor(() => expect(status()).toBe('3 tests'));
    });

    it('/request shows the chosen test, reports a refused order, and then continues to the payment', async () => {
      signIn();
      const alerts = browserAlerts();
      const order = idOf(50);
      const server = openPage(
        '/request',
        { '/request': request },
        {
          ...SOLD,
          'POST /api/orders': { data: { id: order } },
          [`PUT /api/orders/${order}/details`]: {},
          'POST /api/checkout': refusal('price_changed', undefined, { amount_cents: 18_100 }),
        },
      );
      await main().findByRole('radio', { name: /BPC-157/ });
      const summary = () => untranslated(screen.getByRole('complementary', { name: 'Summary' }));
      translate(how);
      await user.click(main().getByRole('radio', { name: /BPC-157/ }));
      await user.click(main().getByRole('radio', { name: /Public/ }));
      await waitFor(() => expect(summary()).toContain('Public test, 10 % off-$18.00Total$162.00'));
      translate(how);
      await user.click(main().getByRole('radio', { name: /Semaglutide/ }));
      await user.click(main().getByRole('checkbox', { name: /I agree to/ }));
      expect(summary()).toContain('Semaglutide$300.00Public test, 10 % off-$30.00Total$270.00');
      expect(summary()).toContain('You send: 3 sealed vials.');
      translate(how);
      for (const sought of ['gone', 'not there']) {
        fill('Find a test', sought);
        await waitFor(() => expect(said()).toContain(`No test matches “${sought}”.`));
        translate(how);
      }
      fill('Find a test', '');
      await user.click(button(/Proceed to Checkout/));
      await waitFor(() => expect(summary()).toContain('The price has changed. Please check the new amount.'));
      expect(summary()).toContain('Total$181.00');
      translate(how);
      server.answer({ 'POST /api/checkout': Response.json({}, { status: 409 }) });
      await user.click(button(/Proceed to Checkout/));
      await waitFor(() => expect(alerts).toEqual(['Could not create request. Please try again.']));
      await waitFor(() => expect(button(/Proceed to Checkout/).getAttribute('aria-busy')).toBeNull());
      translate(how);
      server.answer({ 'POST /api/checkout': { url: '#paid' } });
      await user.click(button(/Proceed to Checkout/));
      await main().findByRole('button', { name: 'Opening checkout…' });
      await waitFor(() => expect(window.location.hash).toBe('#paid'));
    });

    it('/group-tests/:id reports that joining was refused, and later shows the new number of members', async () => {
      signIn();
      const path = `/group-tests/${idOf(70)}`;
      const first = later();
      const server = openPage(
        path,
        { '/group-tests/:id': group },
        {
          [`GET /api${path}`]: groupDetail({ join: true, volunteer: true }),
          [`POST /api${path}/join`]: () => first.promise,
        },
      );
      await screen.findByText('A gap to cover');
      translate(how);
      await user.click(button(/Join/));
      await waitFor(() => expect(button(/Join/).getAttribute('aria-busy')).toBe('true'));
      translate(how);
      first.resolve(refusal('forbidden', 'Not now.'));
      await main().findByText('Not now.');
      translate(how);
      const joined = groupDetail(
        { leave: true },
        { test: { joined_count: 5, target_participants: 8 }, viewer: { is_member: true } },
      );
      joined.members = [
        {
          display_name: 'Ada',
          is_staff: false,
          is_organizer: false,
          agree_cover_gap: false,
          status: 'joined',
          joined_at: AT,
        },
      ];
      const path2 = `GET /api${path}`;
      server.answer({
        [`POST /api${path}/join`]: joined,
        [path2]: joined,
        [`GET /api${path}/accounts`]: {
          data: { cost_cents: 22_000, paid_cents: 0, shares: [], movements: [], payout: null },
        },
      });
      await user.click(button(/Join/));
      await main().findByRole('button', { name: /Leave/ });
      expect(said()).toContain('5 of 8 joined');
      expect(said()).toContain('with 5 people $44.00 and $55.00 when every seat is taken.');
      expect(said()).not.toContain('Nobody has joined yet.');
      translate(how);
      await user.click(button(/Leave/));
      const dialog = await screen.findByRole('dialog');
      await user.click(within(dialog).getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    });

    it('/dashboard/tests shows how many tests a search has found, page by page', async () => {
      signIn();
      const page = (number: number, total: number) => ({
        items: total > 0 ? [{ ...OWN_ORDER.request, sku: OWN_ORDER.sku, result: null }] : [],
        pagination: { page: number, limit: 24, total },
      });
      const server = openPage(
        '/dashboard/tests',
        { '/dashboard/tests': ownTests },
        { 'GET /api/me/tests': ({ query }) => page(Number(query.get('page') ?? 1), 30) },
      );
      await main().findByText('30 tests, page 1 of 2');
      translate(how);
      await user.click(main().getByRole('link', { name: /Next page/ }));
      await main().findByText('30 tests, page 2 of 2');
      translate(how);
      server.answer({ 'GET /api/me/tests': page(1, 1) });
      fill(/Search your tests/, 'bpc');
      await main().findByText('1 test');
      translate(how);
      server.answer({ 'GET /api/me/tests': page(1, 0) });
      fill(/Search your tests/, 'none');
      await main().findByText('No test matches');
    });

    it('/dashboard/tests/:id opens the payment page, and asks before it cancels the order', async () => {
      signIn();
      const alerts = browserAlerts();
      const { id } = OWN_ORDER.request;
      const server = openPage(
        `/dashboard/tests/${id}`,
        { '/dashboard/tests/:id': ownTest },
        {
          [`GET /api/me/tests/${id}`]: ownOrder({ expires_at: AT }),
          'POST /api/checkout': Response.json({}, { status: 409 }),
          [`POST /api/orders/${id}/cancel`]: refusal('forbidden', 'Not now.'),
        },
      );
      await main().findByRole('button', { name: /Pay \$/ });
      translate(how);
      await user.click(button(/Pay \$/));
      await waitFor(() => expect(alerts).toHaveLength(1));
      await waitFor(() => expect(button(/Pay \$/).getAttribute('aria-busy')).toBeNull());
      translate(how);
      await user.click(button(/Cancel this order/));
      const dialog = await screen.findByRole('dialog');
      translate(how);
      await user.click(
        within(dialog)
          .getAllByRole('button', { name: /Cancel/ })
          .at(-1) ?? dialog,
      );
      await within(dialog).findByText('Not now.');
      translate(how);
      server.answer({
        'POST /api/checkout': refusal('order_locked'),
        [`GET /api/me/tests/${id}`]: ownOrder({ status: 'cancelled' }),
      });
      await user.click(button(/Pay \$/));
      await main().findByText('This order was cancelled');
      expect(said()).not.toContain('Not paid yet.');
    });
  },
);
