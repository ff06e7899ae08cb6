import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ViewerShare } from '@vialproof/contract/group-tests';
import { describe, expect, it } from 'vitest';
import { groupQuery } from '../features/groups/queries';
import { currentQueryClient } from '../lib/query-client';
import { groupDetail, idOf } from '../testing/answers';
import { away, silence } from '../testing/fake-server';
import { browserAlerts, button, openPage, pass, signIn, stopTime, user } from '../testing/open-page';
import * as group from './group-test';

const pages = { '/group-tests/:id': group };
const PATH = `/group-tests/${idOf(70)}`;
const CALL = `GET /api${PATH}`;

describe('the page of a group test asks before actions that cost money', () => {
  it('the page shows an alert if a user could not join the group, or could not offer to send the vial', async () => {
    signIn();
    const said = browserAlerts();
    openPage(PATH, pages, {
      [CALL]: groupDetail({ join: true, volunteer: true }),
      [`POST /api${PATH}/join`]: away,
      [`POST /api${PATH}/volunteer`]: away,
    });
    await screen.findByText('A gap to cover');
    await user.click(button('Join'));
    await waitFor(() => expect(said).toEqual(['Failed to perform action. Please try again.']));
    await user.click(button('Volunteer vial'));
    const dialog = await screen.findByRole('dialog', { name: 'Volunteer a vial' });
    await user.click(within(dialog).getByRole('button', { name: 'Volunteer vial' }));
    await waitFor(() => expect(said.at(-1)).toBe('Failed to volunteer. Please try again.'));
  });

  it('the page asks before a user takes a share that a member dropped, and names the amount', async () => {
    signIn();
    const paid: ViewerShare = {
      id: idOf(71),
      amount_cents: 5_500,
      status: 'paid',
      pay_by: null,
      payment_status: 'paid',
      received_cents: 5_500,
      received_currency: 'usd',
    };
    const dropped = groupDetail(
      { agree: true },
      {
        test: {
          status: 'suspended',
          open_shares: [{ amount_cents: 16_500 }],
          locked_at: '2026-03-01T12:00:00Z',
        },
        viewer: { is_member: true, share: paid, shares: [paid] },
      },
    );
    const server = openPage(PATH, pages, {
      [CALL]: dropped,
      [`GET /api${PATH}/accounts`]: {
        data: { cost_cents: 22_000, paid_cents: 5_500, shares: [], movements: [], payout: null },
      },
      [`POST /api${PATH}/join`]: dropped,
    });
    const sent = () => server.callsTo(`POST /api${PATH}/join`).map(({ body }) => body);
    await screen.findByText(/Whoever takes it has 24 hours to pay it\./);
    await user.click(button('Agree to cover gap'));
    const question = await screen.findByRole('dialog', { name: 'Take the open share?' });
    expect(question.textContent).toContain(
      'You agree to pay $165.00 within 24 hours, in addition to the $55.00 that you paid.',
    );
    await user.click(within(question).getByRole('button', { name: 'Not now' }));
    expect(screen.queryByRole('dialog', { name: 'Take the open share?' })).toBeNull();
    expect(sent()).toEqual([]);
    await user.click(button('Agree to cover gap'));
    await user.click(await screen.findByRole('button', { name: 'Agree to pay $165.00' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Take the open share?' })).toBeNull());
    expect(sent()).toEqual([{ action: 'agree', amount_cents: 16_500 }]);
  });

  it('once everything is paid, the page says who sends the vial, and offers only useful actions', async () => {
    signIn();
    const volunteer = { is_staff: false, note: '', outcome: null };
    const paid = {
      ...groupDetail(
        { decide: true, volunteer: true },
        {
          test: { status: 'progress', phase: 'testing', locked_at: '2026-03-01T12:00:00Z', joined_count: 4 },
          viewer: { is_member: true, is_organizer: true },
        },
      ),
      volunteers: [
        { ...volunteer, id: idOf(72), display_name: 'Dusky Puffin', status: 'approved', is_sender: true },
        { ...volunteer, id: idOf(73), display_name: 'Calm Kite', status: 'requested', is_sender: false },
      ],
    };
    const server = openPage(PATH, pages, {
      [CALL]: paid,
      [`GET /api${PATH}/accounts`]: {
        data: { cost_cents: 22_000, paid_cents: 22_000, shares: [], movements: [], payout: null },
      },
      [`POST /api${PATH}/volunteers/${idOf(72)}`]: paid,
    });
    await screen.findByText(/^Everything is paid\. Dusky Puffin sends the vial to the laboratory/);
    expect(screen.getAllByText('IN PROGRESS')).toHaveLength(1);
    for (const absent of [/fewer than/, /^You pay at most/, /^You send the vial/])
      expect(screen.queryByText(absent)).toBeNull();
    for (const name of ['Reject', 'Approve', 'Volunteer vial', 'Print the label, with the address'])
      expect(screen.queryByText(name)).toBeNull();
    for (const title of ['Movements of money', 'About this group', 'Members', 'Volunteers', 'History']) {
      const fold = (await screen.findByRole('heading', { name: title })).closest('details');
      expect(fold?.open).toBe(false);
      if (fold) fold.open = true;
    }
    await user.click(await screen.findByRole('button', { name: 'Send the vial myself' }));
    const decisions = () => server.callsTo(`POST /api${PATH}/volunteers/${idOf(72)}`);
    await waitFor(() => expect(decisions()).toHaveLength(1));
    expect(decisions()[0]?.body).toEqual({ status: 'approved', sender: false });
    await user.click(button('Offer to send the vial instead'));
    const dialog = await screen.findByRole('dialog', { name: 'Volunteer a vial' });
    expect(dialog.textContent).toContain('Dusky Puffin sends the vial. If the organizer chooses you');
  });

  it('the change of another person is read again if the answer to an action has stopped its reading', async () => {
    signIn();
    stopTime();
    const joined = Promise.withResolvers<object>();
    const server = openPage(PATH, pages, {
      [CALL]: groupDetail({ join: true }),
      [`POST /api${PATH}/join`]: () => joined.promise,
    });
    await pass(500);
    fireEvent.click(button('Join'));
    server.answer({ [CALL]: silence });
    void currentQueryClient().invalidateQueries({ queryKey: groupQuery(idOf(70)).queryKey });
    await pass(50);
    expect(server.callsTo(CALL)).toHaveLength(2);
    server.answer({ [CALL]: groupDetail({}, { test: { title: 'Changed by another' } }) });
    joined.resolve(groupDetail({}));
    await pass(50);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Changed by another');
  });

  it('the page says under which name a new person appears, before the first action', async () => {
    signIn();
    openPage(PATH, pages, { [CALL]: groupDetail({ join: true }) });
    await screen.findByText('A gap to cover');
    await screen.findByText(/^Others see you as .+,$/);
  });

  it.each([
    ['one day', ['2036-03-05', '2036-03-05'], ['2Person 2$55.00DUE', '3Person 3$55.00DUE']],
    [
      'two days',
      ['2036-03-02', '2036-03-05'],
      ['2Person 2$55.00DUEPay by 2 Mar', '3Person 3$55.00DUEPay by 5 Mar'],
    ],
  ])('unpaid shares that are due on %s say until when, and a paid share does not', async (_, days, due) => {
    signIn();
    const share = (seat: number, status: string, day: string) => ({
      seat,
      status,
      pay_by: `${day}T12:00:00Z`,
      display_name: `Person ${seat}`,
      is_staff: false,
      amount_cents: 5_500,
      is_yours: seat === 1,
      payment_status: null,
      received_cents: 0,
      received_currency: null,
    });
    const [first = '', second = ''] = days;
    const shares = [share(1, 'paid', first), share(2, 'due', first), share(3, 'due', second)];
    openPage(PATH, pages, {
      [CALL]: groupDetail(
        {},
        {
          test: { status: 'progress', phase: 'collecting', locked_at: '2026-03-01T12:00:00Z' },
          viewer: { is_member: true },
        },
      ),
      [`GET /api${PATH}/accounts`]: {
        data: { cost_cents: 22_000, paid_cents: 5_500, shares, movements: [], payout: null },
      },
    });
    const lines = within(await screen.findByRole('list', { name: 'Shares' })).getAllByRole('listitem');
    const said = lines.map((line) => line.textContent.replace(/ 2036.*/, ''));
    expect(said).toEqual(['1Person 1 (you)$55.00PAID', ...due]);
    const together = screen
      .getByRole('main')
      .textContent.includes('Unpaid shares are to be paid by 5 Mar 2036');
    expect(together).toBe(first === second);
  });
});
