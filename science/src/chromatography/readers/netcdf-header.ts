/** ANDI/AIA headers have about 10 kB. */
const LONGEST_HEADER = 1024 * 1024;
const [DIMENSIONS, VARIABLES, ATTRIBUTES] = [10, 11, 12];
/** Bytes of a value for each type: byte, char, short, int, float, double. */
const BYTES_OF = new Map([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 4],
  [5, 4],
  [6, 8],
]);

/**
 * Checks the beginning of a netCDF file before a package reads it, because that package would take all memory that a
 * false file claims to need.
 * @throws RangeError if the file ends too early, Error if its beginning is invalid or too long.
 */
export function checkHeader(bytes: Uint8Array): void {
  const header = bytes.subarray(0, LONGEST_HEADER);
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const offsetBytes = header[3] === 2 ? 8 : 4;
  let at = 4;
  const skip = (count: number) => {
    at += count;
    if (at <= header.length) return;
    if (at <= bytes.length) throw new Error('the header is too long');
    throw new RangeError('the file ends inside its header');
  };
  const number = () => {
    skip(4);
    return view.getUint32(at - 4);
  };
  const padded = (count: number) => skip(Math.ceil(count / 4) * 4);
  const sizeOfType = () => {
    const size = BYTES_OF.get(number());
    if (size === undefined) throw new Error('there is no such type');
    return size;
  };
  // Each entry has at least four bytes, so the length limits their number.
  const list = (tag: number, entry: (place: number) => void) => {
    const [found, count] = [number(), number()];
    if (found !== tag && (found !== 0 || count !== 0)) throw new Error('the list has a wrong tag');
    for (let place = 0; place < count; place++) entry(place);
  };
  const attributes = () =>
    list(ATTRIBUTES, () => {
      padded(number());
      padded(sizeOfType() * number());
    });

  const records = number();
  let recordDimension: number | undefined;
  let hasRecords = false;
  let recordBytes = 0;
  list(DIMENSIONS, (place) => {
    padded(number());
    if (number() === 0) recordDimension = place;
  });
  attributes();
  list(VARIABLES, () => {
    padded(number());
    const rank = number();
    const first = rank > 0 ? number() : undefined;
    skip(4 * Math.max(0, rank - 1));
    attributes();
    sizeOfType();
    const size = number();
    skip(offsetBytes);
    if (first === undefined || first !== recordDimension) return;
    hasRecords = true;
    recordBytes += size;
  });
  if (hasRecords && records > 0 && recordBytes === 0) throw new Error('its records are empty');
}
