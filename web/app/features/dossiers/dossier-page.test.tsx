import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { BEING_COUNTED } from '@vialproof/contract/dossier-words';
import { type Dossier, type DossierValue, MOST_VALUES } from '@vialproof/contract/dossiers';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { DossierPage } from './dossier-page';
import { type DossierAddress, dossierAddress, dossierQuery } from './queries';

const at = '2026-03-01T12:00:00.000Z';
const id = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;
const acme = { name: 'Acme', path: '/makers/acme' };
const bravo = { name: 'Bravo', path: '/makers/bravo' };

const valueAt = (_: unknown, place: number): DossierValue => ({
  request_id: id(place),
  task_number: 1000 + place,
  published_at: at,
  value: 99,
  words: '99 %',
  unit: '%',
  method: 'HPLC',
  limit: '≥ 98',
  low: 98,
  high: null,
  verdict: 'pass',
});

const within = {
  ...{ is: 'pass' as const, judged: 1, not_judged: 0, outside: [] },
  ...{ conditional_fail: 0, conditional_pass: 0, undecidable: 0 },
};

/** The numbers page (dossier) of a maker with `n` tests, each with one line. */
function dossierOf(n: number, change: Partial<Dossier> = {}): Dossier {
  const values = Array.from({ length: Math.min(n, MOST_VALUES) }, valueAt);
  const verdicts = { pass: n, fail: 0, undecided: 0, not_judged: 0, interval: null };
  const summary = { unit: '%', median: 99, min: 99, max: 99 };
  return {
    as_of: at,
    subject: {
      ...{ kind: 'maker', ...acme, slug: 'acme', spellings: ['Acme'], confirmed: true },
      ...{ maker: null, compounds: [], answer: null },
    },
    counts: {
      ...{ registered: n, published: n, pending: 0, withheld: 0 },
      ...{ superseded: 0, retracted: 0, opened_later: 0 },
    },
    batches: { named: n, unnamed: 0 },
    submitters: '5+',
    lines: [
      {
        ...{
          analyte: 'Purity',
          section: 1,
          method: 'HPLC',
          n_tested: n,
          n_not_tested: 0,
          n_values: n,
          values,
          own: null,
        },
        ...{ ...verdicts, ...summary },
      },
    ],
    tests: Array.from({ length: Math.min(n, 200) }, (_, place) => ({
      ...{ request_id: id(place), task_number: 1000 + place, state: 'published', published_at: at },
      ...{ compound: 'BPC-157', maker: 'Acme', batch_code: `L${place}` },
      ...{ purity: { value: '99', rest: '%' }, label_percent: 98.26, verdict: within },
    })),
    label: { n: 0, n_not_read: 0, median_percent: null, min: null, max: null, values: [] },
    collisions: [],
    newest_at: at,
    ...change,
  };
}

const addressOf = (query = ''): DossierAddress =>
  dossierAddress({ slug: 'acme' }, new URL(`https://vialproof.test/makers/acme${query}`));

function pageOf(dossier: Dossier, query = ''): string {
  const address = addressOf(query);
  const queries = new QueryClient();
  queries.setQueryData(dossierQuery(address).queryKey, dossier);
  return renderToString(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <DossierPage address={address} />
      </MemoryRouter>
    </QueryClientProvider>,
  ).replaceAll('<!-- -->', '');
}

describe('the page of a maker explains its numbers', () => {
  it('the page says that the server is still counting, while it has no answer', () => {
    const address = addressOf();
    const page = renderToString(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <DossierPage address={address} isBeingCounted />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    expect(page).toContain(BEING_COUNTED);
  });

  it('the page shows about forty values at most, and links to the others', () => {
    const page = pageOf(dossierOf(66));
    expect(page).toContain('The newest 10 of 66 values');
    expect(page).toContain('The newest 10 of 66 published');
    expect(page).toContain('Drawn are the newest 40 of 66 values.');
    expect(page).toContain('href="/tests?maker=acme"');
    expect(page.length).toBeLessThan(110_000);
    expect(pageOf(dossierOf(2_000)).length).toBeLessThan(page.length + 1_000);
    expect(pageOf(dossierOf(9))).toContain('9 values, each with its test');
  });

  it('the page shows the answer for the reader’s own limit beside the form', () => {
    const verdicts = { pass: 2, fail: 1, undecided: 0, not_judged: 0, interval: null };
    const own = { ...verdicts, min: 98, max: null, n_values: 3 };
    const { lines } = dossierOf(3);
    const asked = dossierOf(3, { lines: lines.map((line) => ({ ...line, own })) });
    const beside = (page: string) => page.slice(page.indexOf('id="own-limit"'));
    const answered = beside(pageOf(asked, '?min=98'));
    expect(answered).toMatch(/<form [^>]*action="#own-limit"/);
    expect(answered).toContain('Purity, HPLC');
    expect(answered).toContain('By your own limit, at least 98: </span><strong>2 of 3</strong>');
    expect(beside(pageOf(dossierOf(3), '?min=98'))).toContain('No value here can be compared with it.');
    expect(beside(pageOf(dossierOf(3)))).not.toContain('No value here');
    const crossing = { ...own, min: 99, max: 95.5 };
    const crossed = pageOf(dossierOf(3, { lines: lines.map((line) => ({ ...line, own: crossing })) }));
    expect(crossed).toContain('No value is both at least 99 and at most 95.5');
    expect(crossed).not.toContain('By your own limit');
  });

  it('the form for the reader’s own limit takes a decimal comma, and shows an error before it is sent', () => {
    const url = new URL('https://vialproof.test/compounds/x?min=98,5&max=%E2%89%A5+99');
    expect(dossierAddress({ slug: 'x' }, url).own).toEqual({ min: '98.5' });
    const [pattern = ''] = /(?<= pattern=")[^"]+/.exec(pageOf(dossierOf(1))) ?? [];
    const isTaken = (typed: string) => new RegExp(`^(?:${pattern})$`, 'v').test(typed);
    expect(['98', '98.5', '98,5', '-1', ' 98 '].map(isTaken)).toEqual(Array(5).fill(true));
    expect(['98 %', '≥ 98', 'abc', '1e3', '.5'].map(isTaken)).toEqual(Array(5).fill(false));
  });

  it('a plot shows its unit, and writes negative numbers as the text beside it does', () => {
    const values = dossierOf(2).lines.flatMap((line) => line.values);
    const label = { n: 2, n_not_read: 0, median_percent: -6, min: -6, max: -6 };
    const below = values.map((value) => ({ ...value, value: -6, low: -10, high: 10 }));
    const page = pageOf(dossierOf(2, { label: { ...label, values: below } }));
    expect(page.match(/<figcaption [^>]*><span>In %: /g)).toHaveLength(2);
    expect(page).toContain('>−10</span>');
    expect(page).not.toContain('>-10</span>');
  });

  it('the page names the maker if several compounds share a batch code', () => {
    const links = [
      { name: 'BPC-157', path: '/compounds/bpc-157' },
      { name: 'TB-500', path: '/compounds/tb-500' },
    ];
    const compounds = { kind: 'compounds' as const, code: 'L1', links };
    const page = pageOf(
      dossierOf(2, { collisions: [acme, bravo].map((maker) => ({ ...compounds, maker })) }),
    );
    expect(page.match(/stands at several compounds of <a [^>]*href="\/makers\/(acme|bravo)"/g)).toHaveLength(
      2,
    );
  });

  it('the page of a batch marks names that only customers have written', () => {
    const of = (confirmed: boolean, maker: boolean) => {
      const { subject } = dossierOf(1);
      const batch = { ...subject, kind: 'batch' as const, confirmed, maker: { ...acme, confirmed: maker } };
      return pageOf(dossierOf(1, { subject: batch }));
    };
    expect(of(true, true)).not.toContain('as the customer wrote');
    expect(of(true, false)).toContain('The maker’s name stands here as the customer wrote it.');
    expect(of(false, true)).toContain('This name stands here as the customer wrote it.');
    expect(of(false, false)).toContain('stand here as the customer wrote them.');
  });

  it('the first part of the page is a table of the tests with purity, amount, verdict and date, without the name of the page', () => {
    const page = pageOf(dossierOf(2));
    const table = page.slice(page.indexOf('<table'), page.indexOf('</table>'));
    expect(page.indexOf('<table')).toBeLessThan(page.indexOf('What was measured'));
    const headers = [...table.matchAll(/<th [\s\S]*?<\/th>/g)].map(([th]) => th.replace(/<[^>]+>/g, ''));
    expect(headers).toEqual([
      'Test',
      'Compound',
      'Batch',
      'Purity',
      'Amount against label',
      'Verdict',
      'Date',
    ]);
    const words = table.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    expect(words).toContain('#1000 BPC-157 L0 99 % 98.3 % of label Within all limits 1 Mar 2026');
    expect(words).not.toContain('Acme');
    const { subject } = dossierOf(2);
    const headersOf = (kind: 'compound' | 'batch') =>
      pageOf(dossierOf(2, { subject: { ...subject, kind } })).match(/>(Maker|Compound|Batch)<\/span>/g);
    expect(headersOf('compound')).toEqual(['>Maker</span>', '>Batch</span>']);
    expect(headersOf('batch')).toBeNull();
  });

  it('a reader sorts the table by links that keep the own limit, and the table says its order', () => {
    const { tests } = dossierOf(3);
    const purities = ['98.5', '99.5', '97'];
    const dossier = dossierOf(3, {
      tests: tests.map((test, place) => ({ ...test, purity: { value: purities[place] ?? '', rest: '%' } })),
    });
    const rows = (page: string) => [...page.matchAll(/>(#\d+)<\/a>/g)].slice(0, 3).map(([, task]) => task);
    const usual = pageOf(dossier, '?min=98');
    expect(rows(usual)).toEqual(['#1000', '#1001', '#1002']);
    expect(usual).toContain('3 published, newest first');
    expect(usual).toMatch(/<th [^>]*aria-sort="descending"[^>]*>(?:(?!<\/th>).)*Date/);
    expect(usual).toContain('href="/?min=98&amp;sort=-purity"');
    const sorted = pageOf(dossier, '?min=98&sort=-purity');
    expect(rows(sorted)).toEqual(['#1001', '#1000', '#1002']);
    expect(sorted).toContain('3 published, highest first');
    expect(sorted).toContain('href="/?min=98&amp;sort=purity"');
    expect(sorted).toMatch(/<form [^>]*action="#own-limit"[\s\S]*name="sort" value="-purity"[\s\S]*<\/form>/);
    expect(sorted.match(/aria-sort/g)).toHaveLength(1);
  });

  it('the table has ten tests until the reader wants all of them, and links to the list', () => {
    const few = pageOf(dossierOf(14));
    expect(few.match(/>#10\d\d<\/a>/g)?.length).toBe(20);
    expect(few).toContain('href="/?rows=all"');
    expect(few).toContain('>All tests</a>');
    const whole = pageOf(dossierOf(14), '?rows=all');
    expect(whole.match(/>#10\d\d<\/a>/g)?.length).toBe(24);
    expect(whole).not.toContain('Show all');
  });

  it('what was registered, numbers, values and the own limit are in closed parts, and counts of zero are left out', () => {
    const page = pageOf(dossierOf(5));
    const folded = [...page.matchAll(/<details[\s\S]*?<\/details>/g)].map(([all]) => all);
    const inFold = (id: string) => folded.filter((all) => all.includes(`id="${id}"`)).length;
    expect(['withheld', 'line-1-values', 'own-limit'].map(inFold)).toEqual([1, 1, 1]);
    expect(folded.every((all) => !/^<details[^>]* open/.test(all))).toBe(true);
    const open = page.replace(/<details[\s\S]*?<\/details>/g, '');
    expect(open).toContain('5 of 5 batches passed');
    for (const word of ['Wilson', 'Registered', 'Superseded']) expect(open).not.toContain(word);
    for (const zero of ['Undecided', 'Not tested<', 'Superseded results', 'Retracted results', '>Pending<'])
      expect(page).not.toContain(zero);
    expect(page).toContain('5 registered, 5 published');
    expect(pageOf(dossierOf(5), '?min=98')).toMatch(/<details open=""/);
  });

  it('methods whose names are spelled differently are one section with one plot, and each keeps its numbers', () => {
    const [line] = dossierOf(3).lines;
    if (!line) throw new Error('a dossier has a line');
    const other = { ...line, method: 'hplc.' };
    const far = { ...line, method: 'LC-MS', section: 3 };
    const page = pageOf(dossierOf(3, { lines: [line, other] }));
    expect(page.match(/<h3[^>]*>Purity<\/h3>/g)).toHaveLength(1);
    expect(page.match(/<figure/g)).toHaveLength(1);
    expect(page).toContain('HPLC; hplc.');
    for (const named of ['>HPLC: <', '>hplc.: <']) expect(page).toContain(named);
    expect(page.match(/id="line-\d"/g)).toEqual(['id="line-1"', 'id="line-2"']);
    expect(page.match(/id="line-\d-values"/g)).toHaveLength(2);
    expect(pageOf(dossierOf(3, { lines: [line, far] })).match(/<figure/g)).toHaveLength(2);
  });

  it('tests without a result are in a closed part and named without numbers, and analytes that nobody measured stand in one line', () => {
    const [first, ...others] = dossierOf(3).tests;
    const [line] = dossierOf(3).lines;
    if (!first || !line) throw new Error('a dossier has a test and a line');
    const nothing = { purity: null, label_percent: null, verdict: null };
    const pending = { ...first, ...nothing, state: 'pending' as const, published_at: null };
    const untested = ['Sterility', 'Endotoxin'].map((analyte) => ({
      ...{ ...line, analyte, method: null, values: [], n_values: 0 },
      ...{ n_tested: 0, n_not_tested: 3, pass: 0, unit: null },
    }));
    const { counts } = dossierOf(2);
    const page = pageOf(
      dossierOf(3, {
        tests: [pending, ...others],
        lines: [line, ...untested],
        counts: { ...counts, pending: 1 },
      }),
    );
    const [fold = ''] = /<details(?:(?!<\/details>)[\s\S])*id="pending"[\s\S]*?<\/details>/.exec(page) ?? [];
    expect(fold).toContain('#1000');
    expect(fold).not.toMatch(/Within|of label|–/);
    expect(page).toContain('Not tested in any of 3 batches: Sterility, Endotoxin.');
  });

  it('the closed part of tests without a result has ten of them, and links to the others', () => {
    const { tests, counts } = dossierOf(14);
    const dossier = dossierOf(14, {
      tests: tests.map((test) => ({ ...test, state: 'pending' as const, published_at: null })),
      counts: { ...counts, published: 0, pending: 14 },
    });
    const few = pageOf(dossier);
    for (const part of ['The newest 10 of 14 without', 'href="/?rows=all#pending"', '>All tests</a>'])
      expect(few).toContain(part);
    const whole = pageOf(dossier, '?rows=all');
    expect(whole.match(/<tr [^>]*>(?:(?!<\/tr>)[\s\S])*>#10\d\d<\/a>/g)).toHaveLength(14);
    expect(whole).not.toContain('>All tests</a>');
  });
});
