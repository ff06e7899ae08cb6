import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CATALOG, groupDetail, idOf } from '../testing/answers';
import { away } from '../testing/fake-server';
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
