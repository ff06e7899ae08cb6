import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { currentQueryClient } from '../lib/query-client';
import { CATALOG, groupDetail, idOf } from '../testing/answers';
import { type Answers, away, refusal, silence } from '../testing/fake-server';
import {
  browserAlerts,
  button,
  expectAddress,
  field,
  fill,
  openPage,
  signIn,
  user,
} from '../testing/open-page';
import * as group from './group-test';
import * as request from './group-test-request';

it('the form of a new group starts with default values, sends the input, and shows an alert after a failure', async () => {
  signIn();
  const said = browserAlerts();
  const server = openPage(
    '/group-tests/request',
    { '/group-tests/request': request },
    {
      'GET /api/skus/catalog': { data: CATALOG },
      'POST /api/group-tests': away,
    },
  );
  await screen.findByLabelText('Deadline');
  const week = Date.now() + 7 * 86_400_000;
  expect(Math.abs(new Date(field('Deadline').value).getTime() - week)).toBeLessThan(180_000);
  for (const [label, value] of [
    ['Minimum participants', '15'],
    ['Target participants', '15'],
    ['Estimated test cost (USD)', '300.00'],
    ['Estimated shipping (USD)', '40.00'],
    ['Estimated vial cost (USD)', '0.00'],
  ] as const)
    expect(field(label).value).toBe(value);
  expect(field(/^Public/).checked).toBe(true);
  fill('Title', 'Never begun');
  await user.selectOptions(field('Test type'), 'semaglutide');
  fill('Target participants', '');
  await user.click(button('Create Group Test'));
  await waitFor(() => expect(said).toEqual(['Failed to create group test. Please try again.']));
  expect(server.callsTo('POST /api/group-tests').map(({ body }) => body)).toEqual([
    {
      title: 'Never begun',
      description: '',
      test_type: 'semaglutide',
      deadline_at: expect.any(String),
      min_participants: 15,
      target_participants: 15,
      est_test_cost_cents: 30_000,
      est_shipping_cents: 4_000,
      est_vial_cost_cents: 0,
      is_public: true,
    },
  ]);
  expect(field('Title').value).toBe('Never begun');
  server.answer({ 'POST /api/group-tests': groupDetail({}) });
  await user.click(await screen.findByRole('button', { name: 'Create Group Test' }));
  await expectAddress(`/group-tests/${idOf(70)}`);
});

it('a user joins the new group only if the box is ticked, which names the highest price', async () => {
  signIn();
  const made = groupDetail({ join: true }, { viewer: { is_organizer: true } });
  const path = `/group-tests/${idOf(70)}`;
  const server = openPage(
    '/group-tests/request',
    { '/group-tests/request': request, '/group-tests/:id': group },
    {
      'GET /api/skus/catalog': { data: CATALOG },
      'POST /api/group-tests': made,
      [`POST /api${path}/join`]: refusal('group_locked'),
      [`GET /api${path}`]: made,
    },
  );
  const box = await screen.findByLabelText('Create the group and join (at most $22.67)');
  expect((box as HTMLInputElement).checked).toBe(false);
  fill('Minimum participants', '4');
  fill('Estimated shipping (USD)', '20.50');
  await user.click(await screen.findByLabelText('Create the group and join (at most $80.13)'));
  screen.getByText(/^Others see you as /);
  fill('Title', 'A gap to cover');
  await user.selectOptions(field('Test type'), 'semaglutide');
  await user.click(button('Create Group Test'));
  await expectAddress(path);

  // The group stays, and its page says why joining failed.
  const { detail } = (await refusal('group_locked').json()) as { detail: string };
  await screen.findByText(`The group is created. Joining failed: ${detail}`);
  const calls = server.calls.filter(({ method }) => method === 'POST');
  expect(calls.map((call) => call.path)).toEqual(['/api/group-tests', `/api${path}/join`]);
  expect(calls[0]?.body).not.toHaveProperty('joins');
  expect(calls[1]?.body).toEqual({ action: 'join' });
  server.answer({ [`POST /api${path}/join`]: groupDetail({ leave: true }, { viewer: { is_member: true } }) });
  await user.click(await screen.findByRole('button', { name: 'Join' }));
  await screen.findByText('You are in this group.');
  expect(screen.queryByText(/^The group is created/)).toBeNull();
});

it('the form says what is wrong beside a field that the user left, and the server’s refusal beside its field', async () => {
  signIn();
  const message = 'This test costs $300.00.';
  const server = openPage(
    '/group-tests/request',
    { '/group-tests/request': request },
    {
      'GET /api/skus/catalog': { data: CATALOG },
      'POST /api/group-tests': refusal('invalid_fields', message, {
        errors: [{ path: 'est_test_cost_cents', message }],
      }),
    },
  );
  await screen.findByLabelText('Deadline');
  await user.click(field('Title'));
  expect(screen.queryByText('Please enter a title.')).toBeNull();
  await user.tab();
  await screen.findByText('Please enter a title.');
  expect(screen.queryByText('Please choose a test.')).toBeNull();
  await user.click(button('Create Group Test'));
  await screen.findByText('Please choose a test.');
  expect(document.activeElement).toBe(field('Title'));
  expect(server.callsTo('POST /api/group-tests')).toEqual([]);

  await user.type(field('Title'), 'One batch');
  await waitFor(() => expect(screen.queryByText('Please enter a title.')).toBeNull());
  await user.selectOptions(field('Test type'), 'semaglutide');
  fill('Estimated test cost (USD)', '20');
  await user.click(button('Create Group Test'));
  await screen.findByText(message);
  await waitFor(() => expect(document.activeElement).toBe(field('Estimated test cost (USD)')));
  fill('Estimated test cost (USD)', '300');
  await waitFor(() => expect(screen.queryByText(message)).toBeNull());
});

it('a reload keeps what the user typed into the form', async () => {
  signIn();
  const open = () =>
    openPage(
      '/group-tests/request',
      { '/group-tests/request': request },
      { 'GET /api/skus/catalog': { data: CATALOG } },
    );
  open();
  await screen.findByLabelText('Deadline');
  await user.type(field('Title'), 'One batch');
  await user.selectOptions(field('Test type'), 'semaglutide');
  await user.click(field(/^Public/));
  cleanup();
  open();
  await screen.findByLabelText('Deadline');
  await waitFor(() => expect(field('Title').value).toBe('One batch'));
  expect([field('Test type').value, field(/^Public/).checked]).toEqual(['semaglutide', false]);
});

it('the chosen test survives that the list of tests cannot be loaded', async () => {
  signIn();
  const open = (catalog: Answers[string]) =>
    openPage(
      '/group-tests/request',
      { '/group-tests/request': request },
      { 'GET /api/skus/catalog': catalog },
    );
  open({ data: CATALOG });
  await screen.findByLabelText('Deadline');
  await user.selectOptions(field('Test type'), 'semaglutide');
  cleanup();
  currentQueryClient().clear();
  const server = open(() => refusal('not_found'));
  const again = await screen.findByRole('button', { name: 'Try Again' });
  await user.type(field('Title'), 'One batch');
  server.answer({ 'GET /api/skus/catalog': { data: CATALOG } });
  await user.click(again);
  await waitFor(() => expect(field('Test type').value).toBe('semaglutide'));
  expect(field('Title').value).toBe('One batch');
});

it('a reload while the user joins does not offer the same group again', async () => {
  signIn();
  const made = groupDetail({ join: true }, { viewer: { is_organizer: true } });
  const open = (answers: Answers = {}) =>
    openPage(
      '/group-tests/request',
      { '/group-tests/request': request },
      { 'GET /api/skus/catalog': { data: CATALOG }, ...answers },
    );
  const server = open({
    'POST /api/group-tests': made,
    [`POST /api/group-tests/${idOf(70)}/join`]: silence,
  });
  await user.type(await screen.findByLabelText('Title'), 'A gap to cover');
  await user.selectOptions(field('Test type'), 'semaglutide');
  await user.click(field(/^Create the group and join/));
  await user.click(button('Create Group Test'));
  await waitFor(() => expect(server.calls.at(-1)?.path).toMatch(/join$/));
  cleanup();
  open();
  await screen.findByLabelText('Deadline');
  await waitFor(() => expect(field('Deadline').value).not.toBe(''));
  expect(field('Title').value).toBe('');
});

it('a refusal disappears when another choice changes its field', async () => {
  signIn();
  const message = 'This test costs $300.00.';
  openPage(
    '/group-tests/request',
    { '/group-tests/request': request },
    {
      'GET /api/skus/catalog': { data: CATALOG },
      'POST /api/group-tests': refusal('invalid_fields', message, {
        errors: [{ path: 'est_test_cost_cents', message }],
      }),
    },
  );
  await user.type(await screen.findByLabelText('Title'), 'One batch');
  await user.selectOptions(field('Test type'), 'semaglutide');
  fill('Estimated test cost (USD)', '20');
  await user.click(button('Create Group Test'));
  await screen.findByText(message);
  await user.selectOptions(field('Test type'), 'bpc-157');
  await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  expect(field('Estimated test cost (USD)').value).toBe('180.00');
});

it('a change in the very moment in which the form appears keeps the stored draft and the deadline', async () => {
  signIn();
  const open = () =>
    openPage(
      '/group-tests/request',
      { '/group-tests/request': request },
      { 'GET /api/skus/catalog': { data: CATALOG } },
    );
  open();
  await user.type(await screen.findByLabelText('Title'), 'One batch');
  cleanup();
  const seen = new MutationObserver(() => {
    const box = document.querySelector('textarea[name=description]');
    if (!(box instanceof HTMLTextAreaElement)) return;
    seen.disconnect();
    fireEvent.input(box, { target: { value: 'Kit A' } });
  });
  seen.observe(document.body, { childList: true, subtree: true });
  open();
  await waitFor(() => expect(field(/^Description/).value).toBe('Kit A'));
  await waitFor(() => expect(field('Title').value).toBe('One batch'));
  expect(field('Deadline').value).not.toBe('');
});
