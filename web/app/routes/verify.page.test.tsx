import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { verifiedTest } from '../testing/answers';
import { refusal } from '../testing/fake-server';
import { alert, button, fill, heading, main, openPage, user } from '../testing/open-page';
import * as verify from './verify';

const pages = { '/verify': verify };
const CALL = 'GET /api/tests/verify';
const box = (label: string) => main().getByLabelText<HTMLInputElement>(label);
const marked = () => [box('Task number'), box('Unique key')].map((each) => each.getAttribute('aria-invalid'));
/** The text that the field with this label names as its description. */
const toldAt = (label: string) =>
  (box(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
const verifyNow = () => user.click(button('Verify'));

describe('an error on the page /verify', () => {
  it('an error is shown word for word at the field to which it belongs, and the field is marked as invalid', async () => {
    const server = openPage('/verify', pages, { [CALL]: refusal('not_found') });
    await heading('Verify a test');
    await verifyNow();
    const words = await main().findByText('Please enter both fields.');
    expect(words.closest('[class*=uppercase]')).toBeNull();
    expect(toldAt('Task number')).toContain('Please enter both fields.');
    expect(marked()).toEqual(['true', 'true']);
    await waitFor(() => expect(document.activeElement).toBe(box('Task number')));

    fill('Task number', '10003');
    await verifyNow();
    await main().findByText('Please enter both fields.');
    expect(toldAt('Unique key')).toContain('Please enter both fields.');
    expect(marked()).toEqual([null, 'true']);

    fill('Unique key', 'AAAA-BBBB-CCCC');
    await verifyNow();
    const wrong = await main().findByText('Invalid task number or key.');
    expect(wrong.closest('[class*=uppercase]')).toBeNull();
    expect(toldAt('Unique key')).toContain('Invalid task number or key.');
    expect(marked()).toEqual(['true', 'true']);
    expect(alert()).toBeUndefined();

    server.answer({ [CALL]: verifiedTest([1]) });
    await verifyNow();
    await main().findByText('Verified (Public)');
    expect(marked()).toEqual([null, null]);
  });

  it('an error that belongs to no field is shown above the form', async () => {
    openPage('/verify', pages, { [CALL]: refusal('rate_limited', 'Please wait a minute.') });
    await heading('Verify a test');
    fill('Task number', '10003');
    fill('Unique key', 'AAAA-BBBB-CCCC');
    await verifyNow();
    const words = await main().findByText('Please wait a minute.');
    expect(words.closest('[role=alert]')).not.toBeNull();
    expect(marked()).toEqual([null, null]);
  });
});

it('the warning about an altered code ends with how to report it, and the page does not compare the paper', async () => {
  openPage('/verify#task=10003&key=AAAA-BBBB-CCCC&revision=1&c=0123456789abcdef', pages, {
    [CALL]: verifiedTest([1], {
      asked: 1,
      current: 1,
      state: 'current',
      reason: null,
      c: 'fedcba9876543210',
      issued_at: '2026-03-01T12:00:00.000Z',
      ended_at: null,
    }),
  });
  await main().findByText('The code is not the certificate’s');
  expect(main().getByText('This paper was altered.')).toBeDefined();
  const said = screen.getByRole('region', { name: 'Verification' });
  expect(said.textContent).toMatch(/keep a copy of what you were shown\.$/);
  expect(said.querySelectorAll('input, button')).toHaveLength(0);
});

it('when the daily limit of single values is reached, the page compares a private paper as a whole or lists missing values', async () => {
  const asked = 'POST /api/tests/verify/compare';
  const { data } = verifiedTest([1]);
  const hidden = { ...data, verdict: 'private', values: null, batch_code: null };
  const nothing = { lines: null, manufacturer: null, batch_code: null };
  const server = openPage('/verify#task=10003&key=AAAA-BBBB-CCCC', pages, {
    [CALL]: { data: hidden },
    [asked]: { data: { all_same: null, missing: ['issued_on', 'values'], ...nothing } },
  });
  fill(
    'Purity',
    await main()
      .findByText('What does your paper say?')
      .then(() => '98.70 ± 0.24 %'),
  );
  await user.click(button('Compare'));
  const compare = await main().findByRole('button', { name: 'Compare the whole paper' });
  await user.click(compare);
  await main().findByText('Give the day on which the paper was issued.');
  expect(main().getByText('Type every line of the paper that has a result.')).toBeDefined();
  server.answer({ [asked]: { data: { all_same: null, missing: ['values.0.uncertainty'], ...nothing } } });
  fill('Issue date', '2026-03-01');
  const first = within(main().getByRole('group', { name: 'Line 1' }));
  fireEvent.input(first.getByLabelText('Result for'), { target: { value: 'Purity' } });
  await user.click(compare);
  await main().findByText('Type it with its ±, as it is printed.');
  server.answer({ [asked]: { data: { all_same: true, ...nothing } } });
  await user.click(compare);
  await main().findByText('All that you typed is what the certificate says.');
  server.answer({ [asked]: { data: { all_same: false, ...nothing } } });
  await user.click(compare);
  await main().findByText('This paper was altered.');
});
