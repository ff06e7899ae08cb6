import { screen, waitFor, within } from '@testing-library/react';
import type { ViewerShare } from '@vialproof/contract/group-tests';
import { describe, expect, it } from 'vitest';
import { groupDetail, idOf } from '../testing/answers';
import { away } from '../testing/fake-server';
import { browserAlerts, button, openPage, signIn, user } from '../testing/open-page';
import * as group from './group-test';

const pages = { '/group-tests/:id': group };
const PATH = `/group-tests/${idOf(70)}`;
const CALL = `GET /api${PATH}`;

describe('the page of a group test', () => {
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

  it('the page asks before a user takes over a share that a member dropped, and sends the amount that it showed', async () => {
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
});
