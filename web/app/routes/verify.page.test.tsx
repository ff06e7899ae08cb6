import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Verification } from '@vialproof/contract/verification';
import { describe, expect, it } from 'vitest';
import { verifiedTest } from '../testing/answers';
import { type Answers, refusal } from '../testing/fake-server';
import { alert, button, fill, heading, main, openPage, user } from '../testing/open-page';
import * as verify from './verify';

const pages = { '/verify': verify };
const CALL = 'GET /api/tests/verify';
const box = (label: string) => main().getByLabelText<HTMLInputElement>(label);
const marked = () => [box('Task number'), box('Unique key')].map((each) => each.getAttribute('aria-invalid'));
/** The text that the field with this label names as its description. */
const toldAt = (label: string) =>
  (box(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
const answered = () => screen.getByRole('region', { name: 'Verification' });
const verifyNow = () => user.click(button('Verify'));

describe('/verify shows each error at the right place', () => {
  it('an error is shown at the field to which it belongs', async () => {
    const server = openPage('/verify', pages, { [CALL]: refusal('not_found') });
    await heading('Verify a test');
    await verifyNow();
    const words = await main().findByText('Please enter both fields.');
    expect(words.closest('[class*=uppercase]')).toBeNull();
    expect(toldAt('Task number')).toContain('Please enter both fields.');
    expect(marked()).toEqual(['true', 'true']);
    await waitFor(() => expect(document.activeElement).toBe(box('Task number')));

    fill('Task number', '10003');
    await verifyNow();
    await main().findByText('Please enter both fields.');
    expect(toldAt('Unique key')).toContain('Please enter both fields.');
    expect(marked()).toEqual([null, 'true']);

    fill('Unique key', 'AAAA-BBBB-CCCC');
    await verifyNow();
    const wrong = await main().findByText('Invalid task number or key.');
    expect(wrong.closest('[class*=uppercase]')).toBeNull();
    expect(toldAt('Unique key')).toContain('Invalid task number or key.');
    expect(marked()).toEqual(['true', 'true']);
    expect(alert()).toBeUndefined();

    server.answer({ [CALL]: verifiedTest([1]) });
    await verifyNow();
    await main().findByText('Verified (Public)');
    expect(marked()).toEqual([null, null]);
  });

  it('an error that belongs to no field is shown above the form', async () => {
    openPage('/verify', pages, { [CALL]: refusal('rate_limited', 'Please wait a minute.') });
    await heading('Verify a test');
    fill('Task number', '10003');
    fill('Unique key', 'AAAA-BBBB-CCCC');
    await verifyNow();
    const words = await main().findByText('Please wait a minute.');
    expect(words.closest('[role=alert]')).not.toBeNull();
    expect(marked()).toEqual([null, null]);
  });
});

it('the warning about an altered code says how to report it, and the paper is not compared', async () => {
  openPage('/verify#task=10003&key=AAAA-BBBB-CCCC&revision=1&c=0123456789abcdef', pages, {
    [CALL]: verifiedTest([1], {
      asked: 1,
      current: 1,
      state: 'current',
      reason: null,
      c: 'fedcba9876543210',
      issued_at: '2026-03-01T12:00:00.000Z',
      ended_at: null,
    }),
  });
  await main().findByText('The code is not the certificate’s');
  expect(main().getByText('This paper was altered.')).toBeDefined();
  expect(answered().textContent).toMatch(/keep a copy of what you were shown\.$/);
  expect(answered().querySelectorAll('input, button, summary')).toHaveLength(0);
});

const LINE = { method: 'RP-HPLC', limit: '≥ 98.0 %', verdict: 'pass' } as const;
const PASSED = { ...LINE, analyte: 'Purity', value: '98.70 ± 0.24', unit: '% area (k = 2)' };
const failed = (analyte: string) => ({ ...PASSED, analyte, value: '88.2', verdict: 'fail' as const });
const PRIVATE = { verdict: 'private', request_id: undefined, manufacturer: null, batch_code: null } as const;
const AT = '2026-03-01T12:00:00.000Z';

/** Opens the page with this answer for a code of revision 1. */
async function openAnswer(change: Partial<Verification>, answers: Answers = {}): Promise<HTMLElement> {
  const data = { ...verifiedTest([1]).data, ...change };
  openPage('/verify#task=10003&key=AAAA-BBBB-CCCC', pages, { [CALL]: { data }, ...answers });
  return screen.findByRole('region', { name: 'Verification' });
}
/** Fails unless the words are in this order in the answer. */
function expectOrder(answer: HTMLElement, words: string[]): void {
  const places = words.map((each) => answer.textContent.indexOf(each));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual([...places].sort((one, other) => one - other));
}
const closed = (answer: HTMLElement) =>
  [...answer.querySelectorAll('details')].map(({ open, firstChild }) => [firstChild?.textContent, open]);
/** The green parts outside folds. The status of a test in its details has a colour of its own. */
const greenOf = (answer: HTMLElement) => answer.querySelectorAll('[class*=text-good]:not(details *)');
const lookOf = (words: string | RegExp) =>
  main().getByText(words).closest('[class*=text-good], [class*=text-bad], [class*=text-wait]')?.className;

describe('the answer for a paper', () => {
  it('the answer begins with the verdict and the link, then come values, one question and closed details', async () => {
    const answer = await openAnswer({ values: [PASSED], manufacturer: 'Demo Maker' });
    expectOrder(answer, [
      'Verified (Public)',
      'Certificate VP-10003-R1 for BPC-157 is genuine and current, issued 1 Mar 2026.',
      'Read the full result',
      'What certificate VP-10003-R1 says',
      '98.70 ± 0.24',
      'Demo Maker',
      'Does your paper say the same?',
      'Compare your vial’s batch',
      'Details',
      'SHA-256 of the certificate file',
      'looked up once this month',
    ]);
    expect(closed(answer)).toEqual([
      ['Compare your vial’s batch', false],
      ['Details', false],
    ]);
    expect(lookOf('Verified (Public)')).toContain('text-good');
    expect(answer.textContent).not.toMatch(/failed|not shown here/);
  });

  it('a failed line is named in red in the size of the verdict, before the link, and the verdict stays green', async () => {
    const analytes = ['Pneumonoultramicroscopicsilicovolcanoconiosispolypeptidehydra', 'ببتيد تجريبي'];
    const answer = await openAnswer({ values: [PASSED, ...analytes.map(failed), failed('Endotoxin')] });
    expectOrder(answer, [
      'Verified (Public)',
      `This vial failed: ${analytes[0]} 88.2 % area; ${analytes[1]} 88.2 % area; and 1 more line`,
      'Read the full result',
    ]);
    expect(lookOf('This vial failed:')).toMatch(/display-3.*text-bad/);
    expect(lookOf('Verified (Public)')).toMatch(/display-3.*text-good/);
  });

  it('a line that failed within its uncertainty is named, but not as failed', async () => {
    await openAnswer({ values: [{ ...PASSED, verdict: 'conditional_fail' }] });
    expect(lookOf('This vial failed conditionally:')).toMatch(/display-3.*text-wait/);
  });

  it('the answer for a private test says that the result is not shown, and keeps silent about limits', async () => {
    const answer = await openAnswer({ ...PRIVATE, values: null });
    await main().findByText('What does your paper say?');
    expectOrder(answer, [
      'Verified (Private). Limited summary only.',
      'is genuine and current',
      'The result is not shown here',
      'What does your paper say?',
      'Details',
    ]);
    expect(closed(answer)).toEqual([['Details', false]]);
    expect(answer.textContent).not.toMatch(/fail|pass|within|outside/i);
    expect(within(answer).queryByRole('link')).toBeNull();
  });

  it('the answer for a private test with shown values names a failed line', async () => {
    const answer = await openAnswer({ ...PRIVATE, values: [failed('Purity')], batch_code: 'A-10' });
    expectOrder(answer, [
      'Verified (Private). Its owner shows the values.',
      'This vial failed: Purity 88.2 % area',
      'Does your paper say the same?',
      'Compare your vial’s batch',
    ]);
    expect(answer.textContent).not.toContain('not shown here');
  });

  it.each([
    ['superseded', 'Revision 1 was replaced', 'text-wait'],
    ['retracted', 'Revision 1 was withdrawn', 'text-bad'],
  ] as const)(
    'the answer for a %s certificate says so first, and nothing in it is green',
    async (state, title, colour) => {
      const [latest] = verifiedTest([2]).data.certificates;
      const ended = { state, reason: 'A unit was wrong.', issued_at: AT, ended_at: AT };
      const old = { ...ended, revision: 1, sha256: 'b'.repeat(64), is_available: true };
      if (!latest) throw new Error('the test has a certificate');
      const answer = await openAnswer({
        certificate: latest,
        certificates: [latest, old],
        revision: { ...ended, asked: 1, current: 2, c: null },
        values: state === 'superseded' ? [failed('Purity')] : null,
      });
      expectOrder(answer, [title, 'Reason: A unit was wrong.', 'Read the full result', 'Details']);
      expect(lookOf(title)).toContain(colour);
      // The figures of such a certificate no longer hold, so no sentence repeats them.
      expect(answer.textContent).not.toContain('This vial failed');
      expect(greenOf(answer)).toHaveLength(0);
      expect(closed(answer)).toEqual([['Details', false]]);
    },
  );

  it('the details of a newer certificate list the earlier ones', async () => {
    const [newest, earlier] = verifiedTest([2, 1]).data.certificates;
    if (!newest || !earlier) throw new Error('the test has two certificates');
    const replaced = { ...earlier, state: 'superseded' as const, reason: 'A unit was wrong.' };
    const asked = { asked: 2, current: 2, state: 'current', reason: null, c: null } as const;
    const answer = await openAnswer({
      certificates: [newest, replaced],
      revision: { ...asked, issued_at: AT, ended_at: null },
    });
    expectOrder(answer, ['Verified (Public)', 'Details', 'Revision 1 was replaced.', 'A unit was wrong.']);
  });

  it('the answer for a test without a result says so, and shows no green', async () => {
    const answer = await openAnswer({
      certificate: null,
      certificates: [],
      values: null,
      published_at: null,
    });
    expectOrder(answer, [
      'The order for BPC-157 is genuine. There is no result yet, and so no certificate.',
      'See the test’s page',
      'Details',
    ]);
    expect(greenOf(answer)).toHaveLength(0);
  });

  it('of many lines only the first six are open, and each of them can be named as different', async () => {
    const values = Array.from({ length: 9 }, (_, place) => ({ ...PASSED, analyte: `Solvent ${place + 1}` }));
    const answer = await openAnswer({ values, manufacturer: 'Demo Maker' });
    expectOrder(answer, ['Solvent 6', 'The next 3 lines', 'Solvent 7', 'Solvent 9', 'Demo Maker']);
    expect(closed(answer)[0]).toEqual(['The next 3 lines', false]);
    expect(answer.textContent).toContain('A paper can still be altered');
    await user.click(button('No'));
    expect(button('Solvent 9')).toBeDefined();
    expect(answer.textContent).not.toContain('A paper can still be altered');
    // The verdict at the top must not stand as if the paper were right.
    expectOrder(answer, [
      'is genuine and current',
      'Your paper does not say the same.',
      'Read the full result',
    ]);
    expect(greenOf(answer)).toHaveLength(0);
  });
});

const COMPARE = 'POST /api/tests/verify/compare';

it.each([
  [true, 'What you did not compare can still be altered.', /text-good/],
  [false, 'Your paper does not say the same. Do not rely on it.', /text-bad/],
])(
  'the verdict of a private paper says what one compared line proves: same is %s',
  async (same, words, look) => {
    const lines = [{ analyte: 'purity', same }];
    const answer = await openAnswer(
      { ...PRIVATE, values: null },
      { [COMPARE]: { data: { lines, manufacturer: null, batch_code: null } } },
    );
    await main().findByText('What does your paper say?');
    fill('Purity', '98.70 ± 0.24 %');
    await user.click(button('Compare'));
    await main().findByText(words);
    expect(lookOf('Verified (Private). Limited summary only.')).toMatch(look);
    // One line is not the whole paper, so the edge of the answer stays plain or becomes bad.
    expect(answer.className).not.toContain('border-good');
    fill('Purity', '98.7');
    await main().findByText('Whether your paper says what it says is not known yet.');
  },
);

it('a code on the paper of a test without a certificate is not the laboratory’s', async () => {
  openPage('/verify#task=10003&key=AAAA-BBBB-CCCC&c=0123456789abcdef', pages, {
    [CALL]: { data: { ...verifiedTest([]).data, certificate: null, values: null, published_at: null } },
  });
  await main().findByText('There is no certificate');
  expect(main().getByText('This paper was altered.')).toBeDefined();
  expect(answered().textContent).not.toContain('is genuine');
});

it('when the day’s limit for single values is reached, the page compares a private paper as a whole', async () => {
  const asked = COMPARE;
  const { data } = verifiedTest([1]);
  const hidden = { ...data, verdict: 'private', values: null, batch_code: null };
  const nothing = { lines: null, manufacturer: null, batch_code: null };
  const server = openPage('/verify#task=10003&key=AAAA-BBBB-CCCC', pages, {
    [CALL]: { data: hidden },
    [asked]: { data: { all_same: null, missing: ['issued_on', 'values'], ...nothing } },
  });
  fill(
    'Purity',
    await main()
      .findByText('What does your paper say?')
      .then(() => '98.70 ± 0.24 %'),
  );
  await user.click(button('Compare'));
  const compare = await main().findByRole('button', { name: 'Compare the whole paper' });
  await user.click(compare);
  await main().findByText('Give the day on which the paper was issued.');
  expect(main().getByText('Type every line of the paper that has a result.')).toBeDefined();
  server.answer({ [asked]: { data: { all_same: null, missing: ['values.0.uncertainty'], ...nothing } } });
  fill('Issue date', '2026-03-01');
  const first = within(main().getByRole('group', { name: 'Line 1' }));
  fireEvent.input(first.getByLabelText('Result for'), { target: { value: 'Purity' } });
  await user.click(compare);
  await main().findByText('Type it with its ±, as it is printed.');
  server.answer({ [asked]: { data: { all_same: true, ...nothing } } });
  await user.click(compare);
  await main().findByText('All that you typed is what the certificate says.');
  server.answer({ [asked]: { data: { all_same: false, ...nothing } } });
  await user.click(compare);
  await main().findByText('This paper was altered.');
});
