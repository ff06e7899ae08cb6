import { onlineManager } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { expectAddress, field, fill, openPage, pass, stopTime, user } from '../testing/open-page';
import { ScanField } from './scan-field';

const SCAN = 'Scan or type a task number, or search';

it('Enter on a number that was searched already opens its sample, however slowly that loads', async () => {
  stopTime();
  const loaded = Promise.withResolvers<null>();
  openPage('/lab', {
    '/lab': { default: ScanField },
    '/lab/requests/:id': { default: () => <h1>The sample</h1>, clientLoader: () => loaded.promise },
  });
  await pass(50);
  fill(SCAN, '10083');
  await pass(500);
  await expectAddress('/lab?q=10083');
  await user.keyboard('{Enter}');
  await pass(1_000);
  expect(field(SCAN).value).toBe('');
  loaded.resolve(null);
  await pass(50);
  await expectAddress('/lab/requests/10083');
  screen.getByRole('heading', { name: 'The sample' });
});

it('Enter on a number that was searched already opens its sample as soon as the network is back', async () => {
  stopTime();
  openPage('/lab?q=10083', { '/lab': { default: ScanField } });
  await pass(50);
  act(() => onlineManager.setOnline(false));
  await user.keyboard('{Enter}');
  await pass(1_000);
  await expectAddress('/lab?q=10083');
  act(() => onlineManager.setOnline(true));
  await pass(50);
  await expectAddress('/lab/requests/10083');
});
