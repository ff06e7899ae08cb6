import { screen } from '@testing-library/react';
import type { PublicTest } from '@vialproof/contract/tests';
import { describe, expect, it } from 'vitest';
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
});
