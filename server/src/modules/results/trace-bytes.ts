import type { Points } from '@vialproof/contract/trace';

/** A trace as it is stored: all times (min), then all signals, each a 64-bit number in network order. */
export function packTrace({ minutes, signal_mau: signal }: Points): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(16 * minutes.length);
  for (let index = 0; index < minutes.length; index++) {
    bytes.writeDoubleBE(minutes[index] ?? 0, 8 * index);
    bytes.writeDoubleBE(signal[index] ?? 0, 8 * (minutes.length + index));
  }
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** The trace that `packTrace` stored. */
export function unpackTrace(bytes: Uint8Array): { minutes: Float64Array; signal_mau: Float64Array } {
  const count = Math.floor(bytes.length / 16);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = (from: number) => {
    const series = new Float64Array(count);
    for (let index = 0; index < count; index++) series[index] = view.getFloat64(8 * (from + index));
    return series;
  };
  return { minutes: read(0), signal_mau: read(count) };
}
