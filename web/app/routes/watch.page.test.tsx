import { screen, waitFor } from '@testing-library/react';
import type { MyWatch } from '@vialproof/contract/watches';
import { describe, expect, it } from 'vitest';
import { WatchOffer } from '../data/watches/watch-offer';
import { idOf, SIGNED_IN } from '../testing/answers';
import { refusal } from '../testing/fake-server';
import { fill, main, openPage, signIn, user } from '../testing/open-page';
import * as page from './watch';

const OWN = SIGNED_IN.user.email;
const WATCH: MyWatch = {
  id: idOf(9),
  kind: 'compound',
  name: 'BPC-157',
  path: '/compounds/bpc-157',
  asked_at: '2026-03-01T12:00:00.000Z',
  confirmed_at: '2026-03-01T12:00:00.000Z',
};
const ASK = 'POST /api/watches';
const UNDO = `DELETE /api/me/watches/${WATCH.id}`;
const pages = {
  '/compounds/bpc-157': { default: () => <WatchOffer kind="compound" subject="bpc-157" /> },
  '/watch': page,
};
const press = async (name: string) => user.click(await main().findByRole('button', { name }));
const offer = async () =>
  user.click(await main().findByRole('link', { name: 'Tell me when something new comes' }));

describe('the offer of an alert', () => {
  it('for a signed-in person one press begins the alert, says where mails go, and can be undone', async () => {
    signIn();
    const server = openPage('/compounds/bpc-157', pages, {
      [ASK]: { watch: WATCH },
      [UNDO]: () => new Response(null, { status: 204 }),
    });
    await offer();
    await waitFor(() =>
      expect(main().getByRole('status').textContent).toContain('You are watching BPC-157.'),
    );
    expect(main().getByRole('status').textContent).toContain(`Mails go to ${OWN}.`);
    expect(server.callsTo(ASK).map(({ body }) => body)).toEqual([
      { kind: 'compound', subject: 'bpc-157', email: OWN },
    ]);
    await press('Undo');
    await main().findByText('You are not watching it.');
    expect(server.callsTo(UNDO)).toHaveLength(1);
    await press('Watch');
    await main().findByText(/You are watching/);
    expect(server.callsTo(ASK)).toHaveLength(2);
  });

  it('a failure is said, and another press tries again', async () => {
    signIn();
    const server = openPage('/compounds/bpc-157', pages, { [ASK]: refusal('rate_limited', 'Too fast.') });
    await offer();
    await main().findByText('Too fast.');
    server.answer({ [ASK]: {} });
    await press('Watch');
    await main().findByText(/^This cannot be watched/);
  });

  it('a signed-in person can name another address, which gets a mail first', async () => {
    signIn();
    const server = openPage('/compounds/bpc-157', pages, { [ASK]: {} });
    await offer();
    await press('Use another address');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(OWN);
    expect(main().getByRole('button', { name: 'Watch' })).toBeTruthy();
    fill('Email', 'other@example.test');
    await press('Send me the link');
    await main().findByText(/we have sent a mail to other@example\.test/);
    expect(server.callsTo(ASK).at(-1)?.body).toMatchObject({ email: 'other@example.test' });
  });

  it('a visitor gets the form, and nothing is sent before', async () => {
    const server = openPage('/compounds/bpc-157', pages, {});
    await offer();
    await main().findByRole('button', { name: 'Send me the link' });
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('');
    expect(server.callsTo(ASK)).toEqual([]);
  });
});

it('on /watch a signed-in person begins the alert to the own address without a mail', async () => {
  signIn();
  openPage('/watch?kind=compound&subject=bpc-157', pages, { [ASK]: { watch: WATCH } });
  await press('Watch');
  await main().findByText(/You are watching/);
});

it('on /watch a signed-in person reads that nothing can be watched, and not that a mail was sent', async () => {
  signIn();
  openPage('/watch?kind=compound&subject=gone', pages, { [ASK]: {} });
  await press('Watch');
  await main().findByText(/^This cannot be watched/);
  expect(main().queryByText(/we have sent a mail/)).toBeNull();
});
