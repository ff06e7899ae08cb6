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

describe('the list of tests loads, fails and grows', () => {
  it('the list retries three times with longer and longer pauses, and then shows the error', async () => {
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

    // The server refuses the call without a sentence.
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
    // One failed call does not make others fail.
    server.answer({ [CALL]: away });
    fill('Search tests', 'bpc');
    await pass(9_000);
    expect(alert()).toBeDefined();
    expect(offline()).toBeNull();
    server.answer({ 'HEAD /robots.txt': away });
    await user.click(button('Try Again'));
    // Waits for the message, even on a slow machine.
    await vi.waitFor(() => expect(offline()).not.toBeNull(), { timeout: 20_000 });
    await pass(60_000);
    expect(offline()).not.toBeNull();
    server.answer({ 'HEAD /robots.txt': {}, [CALL]: FIRST });
    await vi.waitFor(() => expect(offline()).toBeNull(), { timeout: 20_000 });
  });

  const facts = () =>
    main()
      .getAllByRole('article')
      .map((card) => [...card.querySelectorAll('dt')].map(({ textContent }) => textContent));

  it('a card names the compound only where the test type does not, and links to its page in both cases', async () => {
    const dossiers = { compound: { path: '/compounds/x', name: 'X' }, maker: null, batch: null };
    const pairs = [
      ['BPC-157', 'bpc 157'],
      ['AOD-9604 with DMSO', 'AOD-9604'],
      ['HGH fragment', 'HGH fragment 176-191'],
    ] as const;
    const shown = pairs.map(([sku_name, compound_name], place) =>
      listedTest(place, { sku_name, compound_name, dossiers }),
    );
    openPage('/tests', pages, { [CALL]: testsPage(shown) });
    await main().findAllByRole('article');
    const rest = ['Manufacturer', 'Batch'];
    expect(facts()).toEqual([
      ['Test type', ...rest],
      ['Test type', ...rest],
      ['Test type', 'Compound', ...rest],
    ]);
    for (const name of ['BPC-157', 'AOD-9604 with DMSO', 'HGH fragment 176-191'])
      expect(main().getByRole('link', { name }).getAttribute('href')).toBe('/compounds/x');
  });

  it('the comparison bar counts the ticks, opens with two, and Clear takes all ticks away', async () => {
    openPage('/tests', pages, { [CALL]: testsPage(NINE) });
    const boxes = await main().findAllByRole<HTMLInputElement>('checkbox', { name: /^Compare/ });
    const bar = main().getByRole('form', { name: 'Comparison' });
    const tick = async (place: number) => {
      const box = boxes[place];
      if (box) await user.click(box);
    };
    expect(bar.className).toContain('hidden');
    await tick(0);
    expect(bar.className).not.toMatch(/(^| )hidden/);
    expect(bar.textContent).toContain('1 chosen: tick one to three more');
    await tick(1);
    expect(button('Compare 2')).toBeTruthy();
    for (const place of [2, 3, 4]) await tick(place);
    expect(bar.textContent).toContain('5 chosen, four at most');
    await user.click(button('Clear'));
    expect(boxes.some(({ checked }) => checked)).toBe(false);
    expect(bar.className).toContain('hidden');
  });

  it('a filter shows five choices and hides the others, unless a hidden one is chosen', async () => {
    const values = Array.from({ length: 12 }, (_, place) => ({
      value: `c${place}`,
      label: `C${place}`,
      count: 20 - place,
    }));
    const page = {
      ...testsPage(NINE),
      facets: { ...FIRST.facets, compound: values, maker: values.slice(0, 6) },
    };
    openPage('/tests', pages, { [CALL]: page });
    await main().findAllByRole('article');
    await user.click(button(/FILTERS/));
    const fold = () => screen.getByText('7 more').closest('details');
    const inFold = () => [...(fold()?.querySelectorAll('input') ?? [])].map(({ value }) => value);
    expect(fold()?.open).toBe(false);
    expect(inFold()).toEqual(values.slice(5).map(({ value }) => value));
    // Six choices are all shown.
    expect(screen.getAllByText(/^\d+ more$/)).toHaveLength(1);
    await user.click(screen.getByRole('radio', { name: /^C9/, hidden: true }));
    await expectAddress('/tests?compound=c9');
    await vi.waitFor(() => expect(fold()?.open).toBe(true));
  });

  it('the list of rows stays through search, filters, pages and an empty answer', async () => {
    const server = openPage('/tests?view=list&onlyPublic=true', pages, { [CALL]: FIRST });
    const [row] = await main().findAllByRole('article');
    expect(row?.querySelector('dl')).toBeNull();
    expect(row?.textContent).toMatch(/^(?=.*BPC-157 5 mg)(?=.*Maker A)(?=.*1 Mar 2026)/);
    const hrefOf = (name: string) => screen.getByRole('link', { name, hidden: true }).getAttribute('href');
    expect(hrefOf('LOAD MORE')).toBe('/tests?view=list&onlyPublic=true&page=2#page-2');
    expect(hrefOf('Reset')).toBe('/tests?view=list');
    expect(hrefOf('Cards')).toBe('/tests?onlyPublic=true');
    // A search without scripts sends the view too.
    expect(document.querySelector<HTMLInputElement>('form input[name=view]')?.value).toBe('list');
    server.answer({ [CALL]: testsPage([]) });
    fill('Search tests', 'nothing');
    await expectAddress('/tests?view=list&onlyPublic=true&search=nothing');
    await user.click(await main().findByRole('link', { name: 'Show all tests' }));
    await expectAddress('/tests?view=list');
    await user.click(main().getByRole('link', { name: 'Cards' }));
    await expectAddress('/tests');
  });
});
