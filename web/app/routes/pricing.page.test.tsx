import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { CATALOG } from '../testing/answers';
import { away, silence } from '../testing/fake-server';
import {
  alert,
  expectAddress,
  fill,
  heading,
  main,
  openPage,
  pass,
  stopTime,
  user,
} from '../testing/open-page';
import * as pricing from './pricing';
import * as request from './request';
import * as terms from './terms';

const pages = { '/pricing': pricing, '/request': request, '/terms': terms };
const SOLD = { 'GET /api/skus/catalog': { data: CATALOG }, 'GET /api/turnaround': { data: [] } };
const NOTHING = { ...SOLD, 'GET /api/skus/catalog': { data: [] } };
const cards = () => {
  const list = screen.queryByRole('region', { name: 'All tests' });
  return list ? within(list).queryAllByRole('article') : [];
};
const follow = (name: string, place: 'banner' | 'contentinfo' = 'contentinfo') =>
  user.click(within(screen.getByRole(place)).getByRole('link', { name }));

describe('the price list waits for the server and tells of failures', () => {
  it.each(['/request', '/pricing'])('the page %s says that no test is for sale', async (path) => {
    openPage(path, pages, NOTHING);
    expect(await main().findByText('No tests available yet. Please check back soon.')).toBeTruthy();
  });

  it('after a navigation the focus is on the heading, and the page’s title is announced to screen readers', async () => {
    openPage('/terms', pages, SOLD);
    await follow('Pricing');
    const title = await heading('Pricing');
    await waitFor(() => expect(document.activeElement).toBe(title));
    const read = document.querySelector('[aria-live][aria-atomic]');
    expect(read?.textContent).toMatch(/^Pricing/);
    // A search does not move the focus.
    fill('Search peptide', 'tb');
    await expectAddress('/pricing?search=tb');
    expect(document.activeElement).toBe(main().getByRole('searchbox'));
    expect(cards()).toHaveLength(1);
  });

  it('a call to the server that gets no answer within 10 s fails', async () => {
    stopTime();
    // Vitest's stopped clock does not move this timer of the browser.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const control = new AbortController();
      setTimeout(() => control.abort(new DOMException('too late', 'TimeoutError')), ms);
      return control.signal;
    });
    const server = openPage('/pricing', pages, { ...SOLD, 'GET /api/skus/catalog': silence });
    await pass(9_900);
    const asked = () => server.callsTo('GET /api/skus/catalog').length;
    expect(asked()).toBe(1);
    expect(alert()).toBeUndefined();
    // Each of the three retries has the same time limit.
    await pass(200 + 1_000 + 10_000 + 2_000 + 10_000 + 4_000);
    expect(asked()).toBe(4);
    await pass(9_800);
    expect(alert()).toBeUndefined();
    await pass(400);
    expect(alert()?.textContent).toContain('The server did not answer');
  });

  it('the cache keeps the answers of the server for 5 min after their last use', async () => {
    stopTime();
    const server = openPage('/pricing', pages, SOLD);
    await pass(300);
    expect(cards()).toHaveLength(3);
    await follow('Terms of service');
    await pass(300);
    expect(cards()).toEqual([]);
    await pass(4 * 60_000);
    // From now on no call gets an answer, so the page can show only cached data.
    server.answer({ 'GET /api/skus/catalog': silence });
    await follow('Pricing');
    await pass(300);
    expect(cards()).toHaveLength(3);
    await follow('Terms of service');
    await pass(300);
    await pass(5 * 60_000 + 1_000);
    await follow('Pricing');
    await pass(300);
    expect(document.querySelector('main [aria-busy="true"]')?.textContent).toContain('Loading prices');
    expect(cards()).toEqual([]);
    server.answer({ 'GET /api/skus/catalog': away });
  });
});
