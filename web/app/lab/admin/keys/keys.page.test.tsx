import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refusal } from '../../../testing/fake-server';
import { alert, button, field, fill, heading, openPage, signIn, user } from '../../../testing/open-page';
import * as keys from './keys';

/** Opens the page, and asks for a key, which the server refuses. */
async function refused(answer: Response): Promise<void> {
  signIn();
  openPage(
    '/lab/keys',
    { '/lab/keys': keys },
    { 'GET /api/lab/keys': { data: [] }, 'POST /api/lab/keys': answer },
  );
  await heading('Keys');
  fill('Name', 'HPLC 2');
  await user.click(button('Make a key'));
}

it('a refusal of the name stands at its field', async () => {
  const message = 'Give the key another name.';
  await refused(refusal('invalid_fields', message, { errors: [{ path: 'name', message }] }));
  await waitFor(() => expect(field('Name').getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getAllByText(message)).toHaveLength(1);
});

it('another refusal of a key stands beside the button, and not at the name', async () => {
  await refused(refusal('unavailable', 'The database is away.'));
  await waitFor(() => expect(alert()?.textContent).toBe('The database is away.'));
  expect(field('Name').getAttribute('aria-invalid')).toBeNull();
});
