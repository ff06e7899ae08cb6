import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startSession } from '../lib/session';
import { SIGNED_IN } from '../testing/answers';
import { expectAddress, openPage, user } from '../testing/open-page';
import * as shell from './shell';

const lists = { 'GET /api/lab/imports': { data: [], next_before: null, waiting: 0 } };

function open(path: string) {
  startSession({ ...SIGNED_IN, user: { ...SIGNED_IN.user, role: 'analyst' } });
  openPage(path, { [path]: { default: shell.default } }, lists);
}
const scanField = () => screen.findByLabelText('Scan or type a task number, or search');

describe('Ctrl+K in the laboratory opens the field for scans', () => {
  it.each(['ctrlKey', 'metaKey'])(
    'Ctrl+K moves to the scan field from a page for admins (%s)',
    async (key) => {
      open('/lab/catalog');
      const field = await scanField();
      expect(document.activeElement).not.toBe(field);
      expect(fireEvent.keyDown(document.body, { key: 'k', [key]: true })).toBe(false);
      expect(document.activeElement).toBe(field);
    },
  );

  it('Ctrl+K opens the list of samples on a page that has no scan field', async () => {
    open('/lab/intake');
    await screen.findByRole('link', { name: 'Home page' });
    fireEvent.keyDown(document.body, { key: 'K', ctrlKey: true });
    await expectAddress('/lab');
  });
});

it('a page of the laboratory links to the home page, which links back for staff', async () => {
  open('/lab/catalog');
  const home = await screen.findByRole('link', { name: 'Home page' });
  // The header of the public pages is the first one. The test shows both frames.
  const header = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(header.getByRole('link', { name: 'Laboratory' }).getAttribute('href')).toBe('/lab');
  expect(screen.getByText('LABORATORY').getAttribute('href')).toBe('/lab');
  await user.click(home);
  await expectAddress('/');
});
