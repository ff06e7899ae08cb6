import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CONFIG } from '../../testing/config';
import { openPage } from '../../testing/open-page';

it('the footer links to an order and to the communities, and shows the year', () => {
  openPage('/privacy', {});
  const footer = screen.getByRole('contentinfo');
  const target = (name: string) => within(footer).getByRole('link', { name }).getAttribute('href');
  expect(target('Request a test')).toBe('/request');
  expect(target('Group tests')).toBe('/group-tests');
  expect(target('PEPCHAT')).toBe(CONFIG.links.pepchat);
  expect(target('DISCORD')).toBe(CONFIG.links.discord);
  expect(footer.textContent).toContain(`© ${new Date().getFullYear()}`);
});
