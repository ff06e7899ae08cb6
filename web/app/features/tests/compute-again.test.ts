import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateSync, inflateSync } from 'node:zlib';
import type { Chromatogram } from '@vialproof/contract/results';
import type { Thousands } from '@vialproof/contract/thousands';
import { prepare } from '@vialproof/science/chromatography/integration';
import { readChromatogram } from '@vialproof/science/chromatography/readers/chromatogram-file';
import { syntheticTrace, traceAsCsv } from '@vialproof/science/chromatography/synthetic-trace';
import { sha256, toHex } from '@vialproof/science/proof/bytes';
import { describe, expect, it } from 'vitest';
import { computeAgain } from './compute-again';

const AGILENT = fileURLToPath(new URL('../../../../e2e/fixtures/agilent_hplc.cdf', import.meta.url));

/** A published chromatogram made from a file, and the address of this file. */
async function published(
  bytes: Uint8Array,
  channel?: string,
  thousands?: Thousands,
): Promise<{ address: string; data: Chromatogram }> {
  const inflate = (packed: Uint8Array, most: number) => inflateSync(packed, { maxOutputLength: most });
  const reading = readChromatogram(bytes, inflate, { channel, thousands });
  if (!reading.ok) throw new Error(reading.message);
  const { peaks, mainPeak, purityPercent, method, limitsBy } = prepare(reading);
  return {
    address: `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`,
    data: {
      wavelength_nm: reading.wavelengthNm,
      ...(channel === undefined ? {} : { channel }),
      ...(reading.thousands && { thousands: reading.thousands }),
      minutes: [],
      signal_mau: [],
      peaks,
      main_peak: mainPeak,
      purity_percent: purityPercent,
      method,
      baseline: limitsBy === 'instrument' ? 'instrument' : 'straight',
      sha256: toHex(await sha256(new Uint8Array(bytes))),
    },
  };
}

const utf8 = (text: string) => new TextEncoder().encode(text);

/** Writes a chromatogram at 214 nm in the format mzML, compressed with zlib. */
function asMzml({ minutes, signal_mau }: { minutes: number[]; signal_mau: number[] }): string {
  const array = (numbers: number[], terms: string) =>
    `<binaryDataArray><cvParam accession="MS:1000523"/><cvParam accession="MS:1000574"/>${terms}<binary>${deflateSync(
      Buffer.from(Float64Array.from(numbers).buffer),
    ).toString('base64')}</binary></binaryDataArray>`;
  return `<?xml version="1.0"?><mzML><run><chromatogramList count="1"><chromatogram id="UV 214 nm" defaultArrayLength="${minutes.length}">
<cvParam accession="MS:1000812"/><binaryDataArrayList count="2">
${array(minutes, '<cvParam accession="MS:1000595" unitAccession="UO:0000031" unitName="minute"/>')}
${array(signal_mau, '<cvParam accession="MS:1000515" unitAccession="UO:0000269" unitName="mAU"/>')}
</binaryDataArrayList></chromatogram></chromatogramList></run></mzML>`;
}

describe('a reader computes a published purity again from the instrument’s file', () => {
  it('the computation reads unclear numbers as a person decided for the result', async () => {
    const { minutes, signal_mau: signal } = syntheticTrace({ seed: 'thousands', points: 1201 });
    const rows = minutes.map((minute, place) => {
      const value = Math.round(100 * (signal[place] ?? 0) + 5000);
      return `${Math.round(60 * minute)}\t${value.toLocaleString('en')}`;
    });
    const file = utf8(['Time (sec)\tuV', ...rows].join('\n'));
    const { address, data } = await published(file, undefined, 'groups');
    expect(data.thousands).toBe('groups');
    expect(await computeAgain(address, data)).toMatchObject({ isSame: true });
    const { thousands: _, ...unsaid } = data;
    expect((await computeAgain(address, unsaid)).words).toMatch(/no other number of the file tells which/);
  });

  it('if a file has two curves of one wavelength, the computation uses the one that the result names', async () => {
    const [first, second] = [99, 95].map((purity_percent) =>
      syntheticTrace({ seed: 'two', purity_percent, points: 1500 }),
    );
    const rows = first?.minutes.map((time, at) =>
      [time, first.signal_mau[at], second?.signal_mau[at]].join(),
    );
    const file = utf8(['Time (min),A 214 nm (mAU),B 214 nm (mAU)', ...(rows ?? [])].join('\n'));
    const { address, data } = await published(file, 'B 214 nm (mAU)');
    expect(await computeAgain(address, data)).toMatchObject({ isSame: true });
    const { channel: _, ...unnamed } = data;
    expect(await computeAgain(address, unnamed)).toMatchObject({ isSame: false });
  });

  it('the computed purity equals the published one for every file format', async () => {
    const traces = Array.from({ length: 25 }, (_, seed) =>
      syntheticTrace({ seed, purity_percent: 90 + seed / 3 }),
    );
    const files = [
      new Uint8Array(readFileSync(AGILENT)),
      ...traces.map((trace) => utf8(traceAsCsv(trace))),
      utf8(asMzml(traces[0] ?? { minutes: [], signal_mau: [] })),
    ];
    for (const file of files) {
      const { address, data } = await published(file);
      const answer = await computeAgain(address, data);
      expect(answer.words).toMatch(/^The file is the one .* They agree\.$/);
      expect(answer.isSame).toBe(true);
    }
  });

  it('the computed purity differs if the published number, a peak or the file was changed', async () => {
    const { address, data } = await published(utf8(traceAsCsv(syntheticTrace({ seed: 'one' }))));
    const other = await published(utf8(traceAsCsv(syntheticTrace({ seed: 'two' }))));
    const raised = { ...data, purity_percent: (data.purity_percent ?? 0) + 0.01 };
    expect(await computeAgain(address, raised)).toMatchObject({
      isSame: false,
      words: expect.stringMatching(/They do not agree\.$/),
    });
    const hidden = {
      ...data,
      peaks: data.peaks.filter((_, place) => place === data.main_peak),
      main_peak: 0,
    };
    expect((await computeAgain(address, hidden)).words).toContain('Computed in this browser: 100.000 %.');
    expect(await computeAgain(other.address, data)).toMatchObject({
      isSame: false,
      words: expect.stringContaining('not the one that the result names'),
    });
  });
});
