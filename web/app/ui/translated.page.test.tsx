import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { openPage, pass, stopTime, toasts, user } from '../testing/open-page';
import { TRANSLATORS, translate, untranslated } from '../testing/translate';
import { Button } from './button';
import { CopyButton } from './copy-button';
import { Dialog } from './dialog';
import { LoadMore } from './load-more';
import { PasswordInput } from './password-input';
import { notify } from './toast';

const more = (busy: boolean) => (
  <MemoryRouter>
    <LoadMore params={new URLSearchParams()} next={2} onMore={() => undefined} busy={busy} />
  </MemoryRouter>
);

it('a button that a translator changed can still be busy and get a new label', () => {
  const { rerender } = render(<Button>Save</Button>);
  translate();
  expect(screen.getByRole('button').textContent).toBe('«Save»');
  rerender(<Button busy>Saving…</Button>);
  expect(screen.getByRole('button').textContent).toBe('Saving…');
  translate();
  rerender(<Button icon={<svg role="img" aria-label="tick" />}>Saved.</Button>);
  expect(screen.getByRole('button').textContent).toBe('Saved.');
  expect(screen.getByLabelText('tick')).toBeDefined();
});

it('the “load more” link still works after a translation', () => {
  const { rerender } = render(more(false));
  translate();
  rerender(more(true));
  expect(screen.getByRole('link').getAttribute('aria-busy')).toBe('true');
  rerender(more(false));
  expect(screen.getByRole('link').textContent).toBe('«LOAD MORE»');
});

describe.each(TRANSLATORS)('components still work while a translator %s', (how) => {
  it('a password field can show and hide its password', async () => {
    render(<PasswordInput label="Password" />);
    for (const [name, words] of [
      ['Show password', 'Hide'],
      ['Hide password', 'Show'],
    ] as const) {
      translate(how);
      await user.click(screen.getByRole('button', { name }));
      expect(screen.getByRole('button').textContent).toBe(words);
    }
  });

  it('a copy button reports that it has copied', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    stopTime();
    render(<CopyButton text="10001" label="Copy task number" />);
    for (let time = 0; time < 2; time += 1) {
      await user.click(screen.getByRole('button'));
      await pass(0);
      expect(screen.getByRole('button').textContent).toBe('Copied');
      translate(how);
      await pass(2_100);
      expect(screen.getByRole('button').textContent).toBe('');
    }
  });

  it('a dialog opens, closes and opens again', () => {
    const dialog = (open: boolean) => (
      <Dialog open={open} onClose={() => undefined} title="Leave?" actions="No way back.">
        {open ? 'You leave the group.' : null}
      </Dialog>
    );
    const { container, rerender } = render(dialog(true));
    for (const open of [false, true]) {
      translate(how);
      rerender(dialog(open));
      expect(untranslated(container)).toBe(open ? 'Leave?You leave the group.No way back.' : '');
    }
  });

  it('a toast changes from loading to its result', async () => {
    stopTime();
    openPage('/terms', {});
    notify.loading('Reading the file…', 'file');
    await pass(0);
    expect(toasts()).toEqual(['Reading the file…']);
    translate(how);
    notify.success('The file is read.', 'file');
    await pass(0);
    expect(toasts()).toEqual(['The file is read.']);
    translate(how);
    await pass(2_300);
    expect(toasts()).toEqual([]);
  });
});
