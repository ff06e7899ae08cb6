import { screen, waitFor } from '@testing-library/react';
import type { Profile } from '@vialproof/contract/accounts';
import { describe, expect, it } from 'vitest';
import { refusal } from '../testing/fake-server';
import { button, field, fill, main, openPage, toasts, user } from '../testing/open-page';
import * as profile from './dashboard-profile';

const pages = { '/dashboard/profile': profile };
const OWN: Profile = {
  email: 'me@example.test',
  display_name: 'Ada',
  company: null,
  phone: null,
  marketing_opt_in: false,
};

describe('the profile can be changed', () => {
  it('the profile shows an error message and Try Again after it failed to load', async () => {
    const server = openPage('/dashboard/profile', pages, {
      'GET /api/me/profile': refusal('forbidden', 'You are not allowed to do this.'),
    });
    await screen.findByText('Error loading profile: You are not allowed to do this.');
    server.answer({ 'GET /api/me/profile': OWN });
    await user.click(button('Try Again'));
    await waitFor(() => expect(field('Email').value).toBe('me@example.test'));
    expect(field('Email').readOnly).toBe(true);
  });

  it('the profile refuses an invalid name and phone, sends the changes, and reports success', async () => {
    let kept = OWN;
    const server = openPage('/dashboard/profile', pages, {
      'GET /api/me/profile': () => kept,
      'PUT /api/me/profile': ({ body }) => {
        kept = { ...kept, ...(body as Profile) };
        return kept;
      },
    });
    await screen.findByLabelText('Display name');
    expect(button('Save profile').disabled).toBe(true);
    fill('Display name', 'me@example.test');
    fill(/^Phone/, 'abc');
    await user.click(button('Save profile'));
    await screen.findByText('A display name never holds an email address.');
    expect(main().getAllByText(/Enter a phone number/)).toHaveLength(1);
    expect(server.callsTo('PUT /api/me/profile')).toEqual([]);
    fill('Display name', 'Quiet Vial');
    fill(/^Company/, 'Example Laboratories');
    fill(/^Phone/, '+44 20 7946 0000');
    await user.click(field(/^Send me news/));
    await user.click(button('Save profile'));
    await waitFor(() => expect(toasts()).toEqual(['Profile saved.']));
    expect(server.callsTo('PUT /api/me/profile').map(({ body }) => body)).toEqual([
      {
        display_name: 'Quiet Vial',
        company: 'Example Laboratories',
        phone: '+44 20 7946 0000',
        marketing_opt_in: true,
      },
    ]);
    expect(button('Save profile').disabled).toBe(true);
  });
});
