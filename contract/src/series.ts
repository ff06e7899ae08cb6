/** Writes several lists of numbers into bytes: the number of lists, the length of each, and then all values. */
export function packSeries(series: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const lengths = series.map((one) => one.length);
  const total = 1 + lengths.length + lengths.reduce((sum, length) => sum + length, 0);
  const view = new DataView(new ArrayBuffer(8 * total));
  let place = 0;
  const put = (value: number) => {
    view.setFloat64(place, value, true);
    place += 8;
  };
  put(lengths.length);
  lengths.forEach(put);
  for (const one of series) for (let index = 0; index < one.length; index++) put(one[index] ?? 0);
  return new Uint8Array(view.buffer);
}

/** Reads the bytes of `packSeries`; throws a RangeError for other bytes. */
export function unpackSeries(bytes: Uint8Array): Float64Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = (index: number) => view.getFloat64(8 * index, true);
  const count = at(0);
  let from = 1 + count;
  return Array.from({ length: count }, (_, which) => {
    const length = at(1 + which);
    const one = new Float64Array(length);
    for (let index = 0; index < length; index++) one[index] = at(from + index);
    from += length;
    return one;
  });
}
