import type { Chromatogram } from '@vialproof/contract/results';
import { integrateWithin } from '@vialproof/science/chromatography/integration';
import { limitsOf } from '@vialproof/science/chromatography/peak-limits';
import { readChromatogram } from '@vialproof/science/chromatography/readers/chromatogram-file';
import { sha256, toHex } from '@vialproof/science/proof/bytes';
import { Unzlib } from 'fflate';

/** Unpacks this many bytes at a time, so that a small file cannot fill the memory. */
const PACKED_STEP = 4096;
/** Up to this difference two purities are the same, because published ones have two decimals. */
const SAME_PERCENT = 0.005;

/** The outcome of the computation, also as a sentence. */
export type ComputedAgain = { isSame: boolean; words: string };

/**
 * Downloads the file of the instrument and computes its purity again in the browser, with the code of the laboratory.
 * The file's hash and the purity must be those of the result.
 */
export async function computeAgain(address: string, data: Chromatogram): Promise<ComputedAgain> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error('The file could not be downloaded. Please try again.');
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const hash = toHex(await sha256(bytes));
  if (hash !== data.sha256) {
    return {
      isSame: false,
      words: `The file is not the one that the result names: its SHA-256 is ${hash}.`,
    };
  }
  const reading = readChromatogram(bytes, inflate, {
    channel: data.channel ?? undefined,
    preferredNm: data.wavelength_nm ?? undefined,
    thousands: data.thousands,
  });
  if (!reading.ok) return { isSame: false, words: `This browser cannot read the file: ${reading.message}` };
  const { main_peak, baseline = 'straight' } = data;
  const asked = { limits: limitsOf(data.peaks), main_peak, baseline };
  const done = integrateWithin(reading.trace, asked, reading.instrument?.baseline ?? null, 'person');
  if ('ok' in done) return { isSame: false, words: done.message };
  const [here, there] = [done.purityPercent, data.purity_percent];
  if (here === null || there === null) {
    return {
      isSame: here === there,
      words: 'The file is the one that the result names; no main peak was named.',
    };
  }
  const isSame = Math.abs(here - there) < SAME_PERCENT;
  const verdict = isSame ? 'They agree.' : 'They do not agree.';
  return {
    isSame,
    words: `The file is the one that the result names. Computed in this browser: ${here.toFixed(3)} %. The result says ${there.toFixed(3)} %. ${verdict}`,
  };
}

function inflate(bytes: Uint8Array, most: number): Uint8Array {
  const whole = new Uint8Array(most);
  let size = 0;
  const stream = new Unzlib((part) => {
    if (size + part.length > most) throw new RangeError('more than was asked for');
    whole.set(part, size);
    size += part.length;
  });
  for (let at = 0; at < bytes.length; at += PACKED_STEP) {
    stream.push(bytes.subarray(at, at + PACKED_STEP), at + PACKED_STEP >= bytes.length);
  }
  return whole.slice(0, size);
}
