import { act, fireEvent, screen, within } from '@testing-library/react';
import type { Role } from '@vialproof/contract/accounts';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import * as shell from '../lab/shell';
import { keep, readKept } from '../lib/kept';
import { loseSession, readSession, startSession } from '../lib/session';
import { SIGNED_IN } from '../testing/answers';
import { refusal } from '../testing/fake-server';
import { expectAddress, field, openPage, pass, stopTime } from '../testing/open-page';
import login from './login';

const MINUTE = 60_000;
const NOTICE = /^Your session ends at \d\d:\d\d\. Sign in again to go on; your drafts are kept\.$/;

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
const session = (endsAt: string, change = {}) => ({
  session: { ...SIGNED_IN.session, ends_at: endsAt },
  user: { ...SIGNED_IN.user, role: 'analyst' as Role, ...change },
});

/** Opens a page of the laboratory in a session that ends in this many minutes. */
function open(minutes: number, answers = {}) {
  stopTime();
  startSession(session(inMinutes(minutes)));
  return openPage(
    '/lab/catalog?page=2',
    { '/lab/catalog': { default: shell.default }, '/login': { default: login } },
    { 'GET /api/lab/imports': { data: [], next_before: null, waiting: 0 }, ...answers },
  );
}
const notice = () =>
  screen.queryAllByRole('status').filter(({ textContent }) => NOTICE.test(textContent ?? ''));

it('the frame of the laboratory says once, from ten minutes before, when the session ends', async () => {
  open(20);
  await pass(9 * MINUTE);
  expect(notice()).toEqual([]);
  // Screen readers say a text only if they know its place already.
  const place = screen.getAllByRole('status').find((status) => status.closest('header'));
  expect(place?.closest('.hidden')).toBeNull();
  await pass(2 * MINUTE);
  const [said] = notice();
  expect(said).toBe(place);
  const first = said?.firstChild;
  expect(said?.textContent).toMatch(NOTICE);
  await pass(5 * MINUTE);
  // A text that stays the same is not read aloud again.
  expect(notice()[0]?.firstChild).toBe(first);
});

it('the notice disappears when the user signs in again in another tab', async () => {
  open(5);
  await pass(100);
  expect(notice()).toHaveLength(1);
  localStorage.setItem('session_ends_at', inMinutes(720));
  window.dispatchEvent(new StorageEvent('storage', { key: 'session_ends_at', newValue: 'later' }));
  await pass(100);
  expect(notice()).toEqual([]);
});

it('the button of the notice signs out and opens the sign-in page, which leads back to the same page', async () => {
  const server = open(5, { 'POST /api/auth/logout': new Response(null, { status: 204 }) });
  await pass(100);
  fireEvent.click(screen.getByRole('button', { name: 'Sign in again' }));
  await pass(100);
  await expectAddress('/login?next=%2Flab%2Fcatalog%3Fpage%3D2&why=hours');
  expect(readSession()).toBeNull();
  expect(server.callsTo('POST /api/auth/logout')).toHaveLength(1);
  const said = within(screen.getByRole('main')).getByText(/A session of the laboratory lasts 12 hours/);
  expect(said.textContent).toContain('your drafts are kept');
});

it('after the end, a refused call opens the sign-in page, which says that sessions last 12 hours', async () => {
  open(0, {
    'GET /api/events': () => refusal('unauthenticated'),
    'POST /api/auth/refresh': refusal('unauthenticated'),
  });
  await pass(100);
  await expectAddress('/login?next=%2Flab%2Fcatalog%3Fpage%3D2&why=hours');
});

it('input in the laboratory stays for the same user after the session has ended, and for no other user', () => {
  const own = session(inMinutes(720));
  const typed = { text: 'Two peaks.' };
  startSession(own);
  keep('lab.parcel', typed);
  keep('verify', { taskNumber: '10001', uniqueKey: 'secret' });
  loseSession();
  expect(readKept('verify')).toBeNull();
  startSession(own);
  expect(readKept('lab.parcel')).toEqual(typed);
  loseSession();
  startSession(session(inMinutes(720), { id: 'another-user' }));
  expect(readKept('lab.parcel')).toBeNull();
});

it('a page of the laboratory starts anew when another user takes the place of the first', async () => {
  const Page = () => (
    <Routes>
      <Route element={<shell.default />}>
        <Route path="*" element={<input aria-label="Typed" />} />
      </Route>
    </Routes>
  );
  startSession(session(inMinutes(720)));
  openPage(
    '/lab/catalog',
    { '/lab/*': { default: Page } },
    { 'GET /api/lab/imports': { data: [], next_before: null, waiting: 0 } },
  );
  fireEvent.change(await screen.findByLabelText('Typed'), { target: { value: 'Two peaks.' } });
  act(() => startSession(session(inMinutes(720))));
  expect(field('Typed').value).toBe('Two peaks.');
  act(() => startSession(session(inMinutes(720), { id: 'another-user' })));
  expect(field('Typed').value).toBe('');
});
