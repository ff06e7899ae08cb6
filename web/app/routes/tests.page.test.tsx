import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { listedTest, testsPage } from '../testing/answers';
import { away, refusal, unavailable } from '../testing/fake-server';
import {
  alert,
  button,
  expectAddress,
  fill,
  main,
  openPage,
  pass,
  stopTime,
  user,
} from '../testing/open-page';
import * as tests from './tests';

const pages = { '/tests': tests };
const CALL = 'GET /api/tests';
const NINE = Array.from({ length: 9 }, (_, place) => listedTest(place));
const FIRST = testsPage(NINE, 1, 12);
const SECOND = testsPage(
  [9, 10, 11].map((place) => listedTest(place)),
  2,
  12,
);
const offline = () => screen.queryByText(/^You are offline\./);

describe('the list of tests', () => {
  it('the list shows a spinner, retries three times with longer and longer waits, then shows the error and Try Again', async () => {
    stopTime();
    const held = Promise.withResolvers<Response>();
    const server = openPage('/tests', pages, { [CALL]: () => held.promise });
    const asked = () => server.callsTo(CALL).length;
    await pass(300);
    expect(main().getByRole('status').textContent).toContain('Loading tests');
    expect(main().getByRole('status').querySelector('svg')).not.toBeNull();
    held.resolve(unavailable());
    await pass(0);
    for (const [place, wait] of [1_000, 2_000, 4_000].entries()) {
      expect(asked()).toBe(place + 1);
      await pass(wait - 100);
      expect(asked()).toBe(place + 1);
      expect(alert()).toBeUndefined();
      await pass(100);
      expect(asked()).toBe(place + 2);
    }
    expect(alert()?.textContent).toContain('The database is away.');
    await pass(60_000);
    expect(asked()).toBe(4);
    server.answer({ [CALL]: FIRST });
    await user.click(button('Try Again'));
    await pass(0);
    expect(main().getByRole('status').textContent).toMatch(/^Showing/);

    // The server refuses the call without a sentence of its own.
    server.answer({ [CALL]: refusal('invalid_fields', '') });
    fill('Search tests', 'refused');
    await pass(1_000);
    expect(alert()?.textContent).toContain('Failed to fetch tests');
  });

  it('when LOAD MORE fails, the list says so, offers Try Again, and keeps its address', async () => {
    stopTime();
    let isBroken = true;
    openPage('/tests', pages, {
      [CALL]: ({ query }) => (query.get('page') === '1' ? FIRST : isBroken ? unavailable() : SECOND),
    });
    await pass(300);
    await user.click(main().getByRole('link', { name: 'LOAD MORE' }));
    await pass(8_000);
    expect(alert()?.textContent).toContain('The database is away.');
    await expectAddress('/tests');
    expect(main().getAllByRole('article')).toHaveLength(9);
    isBroken = false;
    await user.click(button('Try Again'));
    await pass(300);
    expect(main().getAllByRole('article')).toHaveLength(12);
    await expectAddress('/tests?page=2');
  });

  it('the page treats a server that does not answer as offline until the server answers again', async () => {
    stopTime();
    const server = openPage('/tests', pages, { [CALL]: FIRST });
    await pass(300);
    // One failed call does not mean that other calls fail.
    server.answer({ [CALL]: away });
    fill('Search tests', 'bpc');
    await pass(9_000);
    expect(alert()).toBeDefined();
    expect(offline()).toBeNull();
    server.answer({ 'HEAD /robots.txt': away });
    await user.click(button('Try Again'));
    // Waits for the message, however slow the machine is.
    await vi.waitFor(() => expect(offline()).not.toBeNull(), { timeout: 20_000 });
    await pass(60_000);
    expect(offline()).not.toBeNull();
    server.answer({ 'HEAD /robots.txt': {}, [CALL]: FIRST });
    await vi.waitFor(() => expect(offline()).toBeNull(), { timeout: 20_000 });
  });
});
