import { render } from '@testing-library/react';
import type { CertificateRecord } from '@vialproof/contract/certificates';
import type { Measurement } from '@vialproof/contract/results';
import { judge } from '@vialproof/science/proof/verdict';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { idOf, publicTest } from '../../testing/answers';
import { FakeServer } from '../../testing/fake-server';
import { watchServer } from '../../testing/watch';
import { PdfAnswerView } from './pdf-answer';
import { type PdfAnswer, publicLinesOf } from './pdf-check';

const AT = '2026-03-01T12:00:00.000Z';
const RECORD: CertificateRecord = {
  sha256: 'a'.repeat(64),
  revision: 1,
  state: 'current',
  issued_at: AT,
  is_signed: true,
  request_id: idOf(3),
  log: [],
  proof: null,
};
const line = (analyte: string, verdict: 'pass' | 'fail'): Measurement => ({
  analyte,
  method: 'RP-HPLC',
  value: 88.2,
  unit: '% area',
  limit: '≥ 98.0 %',
  verdict,
});

function serveTest(): FakeServer {
  const { result, ...test } = publicTest();
  if (!result) throw new Error('the test has a result');
  const measurements = [line('Purity', 'fail'), line('Assay', 'pass')];
  const server = new FakeServer({
    [`GET /api/tests/${idOf(3)}`]: { data: { ...test, result: { ...result, measurements } } },
  });
  watchServer(server);
  vi.stubGlobal('fetch', server.fetch);
  return server;
}

it('the lines of a certificate are read only if they are public and those of this revision', async () => {
  const server = serveTest();
  expect((await publicLinesOf(RECORD)).map(({ analyte, verdict }) => [analyte, verdict])).toEqual([
    ['Purity', 'fail'],
    ['Assay', 'pass'],
  ]);
  expect(await publicLinesOf({ ...RECORD, revision: 2 })).toEqual([]);
  expect(server.calls).toHaveLength(2);
  const { request_id: _, ...hidden } = RECORD;
  for (const closed of [null, hidden, { ...RECORD, state: 'superseded' as const }])
    expect(await publicLinesOf(closed)).toEqual([]);
  expect(server.calls).toHaveLength(2);
});

it('a genuine PDF of a vial that failed says so in red, in the size of the verdict', async () => {
  serveTest();
  const good = { state: 'good', words: 'It is.' } as const;
  const report = { sha256: RECORD.sha256, isSigned: true, signature: good, bytes: good };
  const answer: PdfAnswer = {
    name: 'coa-10003.pdf',
    report: { ...report, signer: null, authority: null, signedAt: AT },
    verdict: judge({ ...report, signer: null, authority: null, signedAt: AT }, undefined, {
      known: 'issued',
      state: 'current',
      isSigned: true,
    }),
    issuedAt: AT,
    record: RECORD,
    lines: await publicLinesOf(RECORD),
  };
  const view = render(
    <MemoryRouter>
      <PdfAnswerView answer={answer} />
    </MemoryRouter>,
  );
  const failed = view.getByText('This vial failed:').closest('[class*=text-bad]');
  expect(failed?.className).toContain('display-3');
  expect(failed?.textContent).toBe('This vial failed: Purity 88.2 % area');
});
