import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage, pass, stopTime, toasts, user } from '../testing/open-page';
import { notify } from './toast';

/** Shows a notice, as a page does. */
async function tell(
  kind: 'loading' | 'success' | 'error' | 'info',
  words: string,
  id = words,
): Promise<void> {
  act(() => notify[kind](words, id));
  await pass(0);
}

it('a loading toast stays open; a success toast closes after 2 s, other toasts after 4 s', async () => {
  stopTime();
  openPage('/terms', {});
  await tell('loading', 'Reading the file…', 'file');
  expect(toasts()).toEqual(['Reading the file…']);
  const place = screen.getByRole('region', { name: 'Notifications' });
  expect(within(place).getByRole('status').querySelector('svg')).not.toBeNull();
  await pass(3_600_000);
  expect(toasts()).toEqual(['Reading the file…']);
  // The same notice shows the result, and then disappears.
  await tell('success', 'The file is read.', 'file');
  expect(toasts()).toEqual(['The file is read.']);
  await pass(1_900);
  expect(toasts()).toHaveLength(1);
  await pass(300);
  expect(toasts()).toEqual([]);
  for (const kind of ['info', 'error'] as const) {
    await tell(kind, 'Something changed.');
    expect(toasts()).toHaveLength(1);
    await pass(3_900);
    expect(toasts()).toHaveLength(1);
    await pass(300);
    expect(toasts()).toEqual([]);
  }
});

it('a toast is closed by its button, or by the code that opened it', async () => {
  stopTime();
  openPage('/terms', {});
  await tell('loading', 'One', 'one');
  await tell('loading', 'Two', 'two');
  expect(toasts()).toHaveLength(2);
  act(() => notify.dismiss('one'));
  await pass(0);
  expect(toasts()).toEqual(['Two']);
  await user.click(screen.getByRole('button', { name: 'Close notification' }));
  await pass(0);
  expect(toasts()).toEqual([]);
  // While the pointer is over the notices, all of them stay.
  fireEvent.mouseLeave(screen.getByRole('region', { name: 'Notifications' }));
});

it('at most twenty toasts are shown at once', async () => {
  stopTime();
  openPage('/terms', {});
  for (let place = 0; place < 23; place += 1) await tell('success', `Toast ${place}`);
  expect(toasts()).toHaveLength(20);
  await pass(3_000);
  expect(toasts()).toEqual([]);
});
