import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { syntheticTrace, traceAsCsv } from '../../../../database/seed/traces.ts';
import { readChromatogram } from './chromatogram-file.ts';
import { CRAFTED } from './crafted-files.fixture.ts';

const read = (bytes: Uint8Array) =>
  readChromatogram(bytes, (packed, most) => inflateSync(packed, { maxOutputLength: most }));
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('a file that was made to hold up the reader', () => {
  it('is refused in words, after less than two seconds of work: too many of', () => {
    for (const [what, file, message] of CRAFTED) {
      const bytes = file();
      const began = process.cpuUsage();
      const reading = read(bytes);
      const { user, system } = process.cpuUsage(began);
      expect([what, reading]).toEqual([what, expect.objectContaining({ ok: false, message })]);
      expect([what, (user + system) / 1e6 < 2]).toEqual([what, true]);
    }
  });
});

const MZML = `<?xml version="1.0" encoding="utf-8"?>
<indexedmzML><mzML xmlns="http://psi.hupo.org/ms/mzml"><referenceableParamGroupList count="1">
<referenceableParamGroup id="g"><cvParam accession="MS:1000523" name='64-bit "float"'/></referenceableParamGroup>
</referenceableParamGroupList><run id="r"><chromatogramList count="1"><chromatogram id="UV 214 nm" defaultArrayLength="1">
<cvParam accession="MS:1000812"/><binaryDataArrayList><binaryDataArray><referenceableParamGroupRef ref="g"/>
<cvParam accession="MS:1000576"/><cvParam accession="MS:1000595" unitAccession="UO:0000031"/><binary>AAAAAAAAAAA=</binary>
</binaryDataArray><binaryDataArray><referenceableParamGroupRef ref="g"/><cvParam accession="MS:1000576"/>
<cvParam accession="MS:1000515" unitName="mAU"/><binary><![CDATA[AAAAAAAAAAA=]]></binary></binaryDataArray>
</binaryDataArrayList></chromatogram></chromatogramList></run><!-- end --></mzML></indexedmzML>`;
const VENDORS: [string, Uint8Array][] = [
  ['Agilent netCDF', readFileSync(new URL('../../../../../e2e/fixtures/agilent_hplc.cdf', import.meta.url))],
  ['mzML', utf8(MZML)],
  ['CSV', utf8(traceAsCsv(syntheticTrace({ seed: 'mutated', points: 150 })))],
];

/** Some bytes changed, a piece taken out, a piece put in twice. */
const mutation = fc.record({
  changes: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 255 })), {
    maxLength: 8,
  }),
  cut: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 400 })),
  repeat: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 400 })),
  /** Headers stand at the start: there most changes mean something. */
  within: fc.constantFrom(1, 0.05),
});

type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

function mutate(bytes: Uint8Array, { changes, cut, repeat, within }: Mutation) {
  const place = (share: number) => Math.floor(share * within * (bytes.length - 1));
  const copy = Buffer.from(bytes);
  for (const [share, byte] of changes) copy[place(share)] = byte;
  const [from, again] = [place(cut[0]), place(repeat[0])];
  const shorter = Buffer.concat([copy.subarray(0, from), copy.subarray(from + cut[1])]);
  const piece = shorter.subarray(again, again + repeat[1]);
  return new Uint8Array(Buffer.concat([shorter.subarray(0, again), piece, shorter.subarray(again)]));
}

/** Answers a trace, or says why there is none. */
function isAnswered(bytes: Uint8Array): boolean {
  const reading = read(bytes);
  return reading.ok ? reading.trace.minutes.length > 0 : /^[A-Z].*\.$/su.test(reading.message);
}

describe('whatever is uploaded', () => {
  it.each(VENDORS)('%s, damaged anyhow, is answered and never throws', (_, bytes) => {
    expect(isAnswered(bytes)).toBe(true);
    fc.assert(
      fc.property(mutation, (how) => isAnswered(mutate(bytes, how))),
      { numRuns: 400 },
    );
  });

  it('and any bytes behind any beginning are answered', () => {
    const start = fc.constantFrom(
      '',
      'CDF\u0001',
      'CDF\u0002',
      '<?xml version="1.0"?>',
      '<mzML>',
      '<mzML><chromatogram ',
    );
    const markup = fc.array(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '=',
        '/',
        '&',
        ' ',
        '\n',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '<?',
        '</mzML>',
        'a',
        '1',
      ),
      { maxLength: 60 },
    );
    const behind = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      markup.map((parts) => utf8(parts.join(''))),
    );
    fc.assert(
      fc.property(start, behind, (begin, bytes) =>
        isAnswered(new Uint8Array([...Buffer.from(begin, 'latin1'), ...bytes])),
      ),
      { numRuns: 1000 },
    );
  });
});
