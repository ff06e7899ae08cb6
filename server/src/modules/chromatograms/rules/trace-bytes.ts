import type { Points } from '@vialproof/science/chromatography/trace';

/** A chromatogram as bytes: all times (min), then all signals. Each is a 64-bit number in network order. */
export function packTrace({ minutes, signal_mau: signal }: Points): Uint8Array<ArrayBuffer> {
  const all = new Float64Array(2 * minutes.length);
  all.set(minutes);
  all.set(signal, minutes.length);
  return new Uint8Array(inOtherOrder(new Uint8Array(all.buffer)).buffer);
}

/** Makes a chromatogram from the bytes of `packTrace`. */
export function unpackTrace(bytes: Uint8Array): { minutes: Float64Array; signal_mau: Float64Array } {
  const count = Math.floor(bytes.length / 16);
  const all = inOtherOrder(bytes.subarray(0, 16 * count));
  return { minutes: all.subarray(0, count), signal_mau: all.subarray(count) };
}

/** The numbers with the order of their bytes reversed. */
function inOtherOrder(bytes: Uint8Array): Float64Array<ArrayBuffer> {
  const turned = new Float64Array(bytes.length / 8);
  const view = Buffer.from(turned.buffer);
  view.set(bytes);
  view.swap64();
  return turned;
}
