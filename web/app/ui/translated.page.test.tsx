import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { PhotoChoice } from '../lab/photo-button';
import { translate } from '../testing/translate';
import { Button } from './button';
import { LoadMore } from './load-more';

const more = (busy: boolean) => (
  <MemoryRouter>
    <LoadMore params={new URLSearchParams()} next={2} onMore={() => undefined} busy={busy} />
  </MemoryRouter>
);

it('a translated button shows that it is busy, and its new words', () => {
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

it('a translated link of a list goes on with it', () => {
  const { rerender } = render(more(false));
  translate();
  rerender(more(true));
  expect(screen.getByRole('link').getAttribute('aria-busy')).toBe('true');
  rerender(more(false));
  expect(screen.getByRole('link').textContent).toBe('«LOAD MORE»');
});

it('a translated choice of a photo shows that it is uploaded', () => {
  const choice = (busy: boolean) => (
    <PhotoChoice label="Choose a photo" icon={<svg />} busy={busy} onFile={() => undefined} />
  );
  const { container, rerender } = render(choice(false));
  translate();
  rerender(choice(true));
  expect(container.textContent).toBe('Uploading…');
});
