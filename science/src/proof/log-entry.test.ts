import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex, utf8 } from './bytes.ts';
import { checkProof, NEWER } from './log-check.ts';
import { canonicalEntry, commitmentTo, LOG_EVENTS, type LogEntry, loggedOf, readEntry } from './log-entry.ts';
import { leafHashOf } from './merkle.ts';
import { writeTlogProof } from './tlog-proof.ts';

const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
const moment = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const ofCertificate = {
  revision: fc.integer({ min: 1, max: 99 }),
  commitment: hash,
  sha256: hash,
  issued_at: moment,
  at: moment,
};
const anyEntry: fc.Arbitrary<LogEntry> = fc.oneof(
  fc.record({ version: fc.constant(1), type: fc.constantFrom(...LOG_EVENTS), ...ofCertificate }),
  fc.record({
    version: fc.constant(2),
    type: fc.constantFrom('superseded', 'retracted'),
    ...ofCertificate,
  }),
  fc.record({
    version: fc.constant(2),
    type: fc.constant('issued'),
    ...ofCertificate,
    raw_files: fc.option(hash),
    signatures: fc.array(
      fc.record({ at: moment, by: hash, meaning: fc.constantFrom('measured', 'released') }),
      { maxLength: 3 },
    ),
  }),
  fc.record({
    version: fc.constant(2),
    type: fc.constant('registered'),
    commitment: hash,
    visibility: fc.constantFrom('public', 'private'),
    at: moment,
  }),
  fc.record({
    version: fc.constant(2),
    type: fc.constant('file'),
    sha256: hash,
    certificate: hash,
    at: moment,
  }),
) as fc.Arbitrary<LogEntry>;

describe('a log entry stays the same when it is written and read again', () => {
  it('a log entry stays the same when it is written and read again, and only its exact text is accepted', () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        const text = canonicalEntry(entry);
        expect(readEntry(text)).toEqual(entry);
        expect(JSON.parse(text).version).toBe(entry.version === 1 ? undefined : entry.version);
        expect(readEntry(` ${text}`)).toBeUndefined();
        expect(readEntry(JSON.stringify({ ...JSON.parse(text), more: 1 }))).toBeUndefined();
        for (const field of Object.keys(JSON.parse(text))) {
          const { [field]: _, ...less } = JSON.parse(text);
          const isNowFirst = field === 'version' && entry.type in { superseded: 1, retracted: 1 };
          if (!isNowFirst) expect(readEntry(canonicalEntry({ version: 1, ...less }))).toBeUndefined();
          expect(readEntry(JSON.stringify({ ...JSON.parse(text), [field]: [1] }))).toBeUndefined();
        }
      }),
    );
  });

  it('a log entry of a later version is reported as newer, and not as faulty', () => {
    expect(readEntry('{"type":"witnessed","version":3}')).toBe('newer');
    for (const version of ['0', '-1', '2.5', '"3"', 'null']) {
      expect(readEntry(`{"type":"issued","version":${version}}`)).toBeUndefined();
    }
  });

  it('a proof whose log entry has a later version is reported as undecided, and not refused', async () => {
    const extra = utf8(JSON.stringify({ entry: '{"type":"issued","version":3}' }));
    const proof = writeTlogProof({ extra, index: 0, hashes: [], checkpoint: 'log\n1\nAA==\n\n— log AA==\n' });
    const { log, isNewer } = await checkProof('a'.repeat(64), proof, []);
    expect([log, isNewer]).toEqual([{ state: 'unknown', words: NEWER }, true]);
  });

  // Python made these hashes, with hashlib.sha256 and json.dumps(sort_keys, no spaces).
  it('the hashes of a result equal those that Python computes', async () => {
    const salt = '5a'.repeat(32);
    const result = `{
  "schema": "certificate-of-analysis/1",
  "task_number": 10057,
  "title": "Semaglutide µ",
  "chromatogram": {
    "injections": [
      { "sha256": "${'11'.repeat(32)}", "used": true },
      { "sha256": "${'22'.repeat(32)}", "used": false }
    ]
  },
  "signatures": [
    { "meaning": "measured", "name": "Ada Ångström", "at": "2026-11-20T08:00:01.000Z" }
  ]
}
`;
    const logged = await loggedOf(result, salt);
    expect(logged).toEqual({
      commitment: 'bd0324c9c95ae86bdf51a804fac1132c34652c0f51512875b70b496a8886c471',
      raw_files: 'd8580786f043cf0e51be9d39c8db2b0f41d1a12d7906d1542ac0b262b75e0e48',
      signatures: [
        {
          meaning: 'measured',
          at: '2026-11-20T08:00:01.000Z',
          by: '6c76d402452754902a81776a4451a02d15691ed77b265a5f80f56911c685120e',
        },
      ],
    });
    const at = '2026-11-20T09:00:00.000Z';
    const entry: LogEntry = {
      ...{ version: 2, type: 'issued', revision: 1, sha256: 'b'.repeat(64), issued_at: at, at },
      ...logged,
    };
    expect(toHex(await leafHashOf(utf8(canonicalEntry(entry))))).toBe(
      '92dc96f286acac6da32d8d94360e61ea810157f36dda6ef62465d2444c429f25',
    );
    expect(await commitmentTo({ task_number: 10_057, salt })).toBe(
      'f71d2306d0c8f2b8f0592dd75fb0a17b93a228a2a79966acc5c4f01345a48528',
    );
  });

  it('a result without raw files or signature has null in place of their hashes', async () => {
    const salt = '00'.repeat(32);
    expect(await loggedOf('{"chromatogram":null}', salt)).toMatchObject({ raw_files: null, signatures: [] });
    expect(await loggedOf('{"chromatogram":{"injections":[]}}', salt)).toMatchObject({ raw_files: null });
    // A result without a chromatogram lists the sample's injections instead.
    const runs = `"injections":[{"sha256":"${'11'.repeat(32)}"}]`;
    const { raw_files } = await loggedOf(`{"chromatogram":null,${runs}}`, salt);
    expect(raw_files).toMatch(/^[0-9a-f]{64}$/);
    expect(await loggedOf(`{"chromatogram":{${runs}}}`, salt)).toMatchObject({ raw_files });
  });
});
