import { screen } from '@testing-library/react';
import type { Chromatogram } from '@vialproof/contract/results';
import type { PublicTest } from '@vialproof/contract/tests';
import { describe, expect, it, vi } from 'vitest';
import { publicTest } from '../testing/answers';
import { type Answers, unavailable } from '../testing/fake-server';
import { alert, button, heading, main, openPage, pass, stopTime, user } from '../testing/open-page';
import * as page from './test';

const pages = { '/tests/:id': page };
const ID = publicTest().request_id;
const CALL = `GET /api/tests/${ID}`;
const FILE = 'Download Certificate of Analysis (PDF)';
const saidInAll = () => screen.getByRole('main').textContent;

/** Opens the page of a test with these answers of the server. */
function openTest(change: Partial<PublicTest> = {}, answers: Answers = {}) {
  return openPage(`/tests/${ID}`, pages, {
    [CALL]: { data: publicTest(change) },
    [`POST /api/tests/${ID}/views`]: {},
    ...answers,
  });
}

describe('the page of a test shows the state of its certificate', () => {
  it('the page of a test shows that its certificate is in preparation, or that its preparation failed', async () => {
    const held = Promise.withResolvers<Response>();
    openTest({}, { [`GET /api/tests/${ID}/certificate`]: () => held.promise });
    await heading('BPC-157');
    const link = () => main().getByRole('link', { name: FILE });
    expect(link().getAttribute('download')).toBe('coa-10003.pdf');
    await user.click(link());
    const busy = await main().findByRole('link', { name: 'Generating PDF...' });
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    held.resolve(unavailable());
    await main().findByText('Failed to download certificate');
    expect(alert()?.textContent).toBe('Failed to download certificate');
    expect(link().getAttribute('aria-disabled')).toBeNull();
  });

  it('the page of a test says that a photo was blackened after a certificate had listed it', async () => {
    const { result } = publicTest();
    if (!result) throw new Error('the test has no result');
    const photo = { id: ID, url: '/api/photos/1', width: 8, height: 6, taken_at: '2026-11-01T00:00:00.000Z' };
    const text = `redacted after issue, SHA-256 of the original ${'ab'.repeat(32)}`;
    const redacted = [{ sha256: 'ab'.repeat(32), at: '2026-11-09T00:00:00.000Z', text }];
    openTest({
      result: { ...result, photos: [{ ...photo, refused: false, redacted_after_issue: redacted }] },
    });
    await heading('BPC-157');
    expect(main().getByText(text)).toBeTruthy();
  });

  it('the page of a test in progress says that the test will get a certificate', async () => {
    openTest({ status: 'awaiting_sample', result: null, certificates: [] });
    await heading('BPC-157');
    expect(main().getByText('AWAITING SAMPLE')).toBeTruthy();
    expect(button(FILE).disabled).toBe(true);
    expect(main().getByText('Certificate will be available when test is complete')).toBeTruthy();
  });

  it('the page of a private test marks it as private and offers no certificate', async () => {
    openTest({ visibility: 'private', result: null, certificates: [] });
    await heading('BPC-157');
    expect(saidInAll()).toContain('This test is private.');
    expect(button(FILE).disabled).toBe(true);
  });

  it('the page of a withdrawn test shows the withdrawal with its reason', async () => {
    const reason = 'The sample was mixed up with another one.';
    const at = '2026-11-20T12:00:00Z';
    const ended = { ended_at: at, is_available: false };
    const [latest] = publicTest().certificates;
    if (!latest) throw new Error('the test has a certificate');
    openTest({
      status: 'received',
      result: null,
      retracted: { reason, at },
      certificates: [
        { ...latest, ...ended, revision: 2, state: 'retracted', reason },
        { ...latest, ...ended, state: 'superseded', reason: 'A unit was wrong.' },
      ],
    });
    await heading('BPC-157');
    expect(saidInAll()).toContain('This result was withdrawn on 20 Nov 2026.');
    expect(saidInAll()).toContain(reason);
    const history = main()
      .getAllByRole('listitem')
      .filter(({ textContent }) => /^Revision \d/.test(textContent ?? ''));
    expect(history.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(
        /Revision 2WITHDRAWN.*withdrawn on 20 Nov 2026\. *Reason: The sample was mixed up/,
      ),
      expect.stringMatching(/Revision 1REPLACED.*replaced on 20 Nov 2026\. *Reason: A unit was wrong\./),
    ]);
    for (const entry of history) expect(entry.querySelector('a')).toBeNull();
    expect(main().getByText('RECEIVED')).toBeTruthy();
    expect(button(FILE).disabled).toBe(true);
  });

  it('the page of a test shows Try Again if it fails to load', async () => {
    stopTime();
    const server = openTest({}, { [CALL]: unavailable });
    await pass(300);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Loading test');
    await pass(7_000);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Test Not Found');
    expect(alert()?.textContent).toBe('Failed to load test details');
    server.answer({ [CALL]: { data: publicTest() } });
    await user.click(button('Try Again'));
    await pass(0);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('BPC-157');
  });

  const TRACE: Chromatogram = {
    wavelength_nm: 214,
    minutes: [0, 1, 2],
    signal_mau: [0, 5, 0],
    peaks: [],
    main_peak: null,
    purity_percent: 99.03,
    method: { name: 'm', version: '5' },
    sha256: 'a'.repeat(64),
  };
  /** The closed or open part of the page that contains this text. */
  const foldOf = (text: RegExp) => main().getByText(text).closest('details');

  it('the page of a test begins with the verdict in one sentence; what proves it is folded', async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe = () => undefined;
        disconnect = () => undefined;
      },
    );
    const { result } = publicTest();
    if (!result) throw new Error('the test has no result');
    const line = { analyte: 'Purity', method: 'HPLC', value: '99.00', unit: '% area', limit: '≥ 98' };
    const words = 'This injection 99.03; result 99.00, mean of 3.';
    const computed = { n: 3, mean: 99, rsd_percent: null, percent_of_claim: null, mass: null };
    openTest({
      registration: { state: 'registered_public', at: '2026-03-01T12:00:00.000Z', log_index: 140 },
      result: {
        ...result,
        measurements: [
          {
            ...line,
            verdict: 'pass',
            computed: { ...computed, verdict: 'pass', injections: { on_file: 3, matched: 3 } },
          },
        ],
        decision_notes: ['Simple acceptance.'],
        chromatogram: TRACE,
        run_notes: [words, '1 of 1 injections reported.'],
        injections: [
          { sha256: 'a'.repeat(64), used: true, reason: null },
          { sha256: 'b'.repeat(64), used: false, reason: 'The column leaked.' },
        ],
      },
    });
    await heading('BPC-157');
    const text = saidInAll() ?? '';
    expect(text.indexOf('The judged result is within its limit.')).toBeLessThan(
      text.indexOf('Purity 99.1 %.'),
    );
    expect(main().getAllByText(words)).toHaveLength(1);
    expect(main().getByText(words).closest('details')).toBeNull();
    expect(main().getByText('1 of 2 runs is not reported. The reasons stand below.')).toBeTruthy();
    expect(main().getByText('Registered before it was measured').closest('details')).toBeNull();
    for (const folded of [
      /^Simple acceptance/,
      /^1 of 1 injections/,
      /^Registered before measurement on/,
      /^Revision 1$/,
    ])
      expect(foldOf(folded)?.open).toBe(false);
  });
});
