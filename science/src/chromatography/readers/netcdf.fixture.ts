type Attributes = Record<string, string>;
type Variable = {
  name: string;
  values: readonly number[];
  type?: 'float' | 'double';
  attributes?: Record<string, string | number>;
};

/** Writes a netCDF file as instruments do. */
export function netcdf(attributes: Attributes, variables: readonly Variable[]): Uint8Array<ArrayBuffer> {
  const header = (offsets: readonly number[]): number[] => [
    ...Buffer.from('CDF\u0001', 'latin1'),
    ...int(0),
    ...list(
      10,
      variables.map(({ name, values }) => [...text(`${name}_number`), ...int(values.length)]),
    ),
    ...attributeList(attributes),
    ...list(
      11,
      variables.map(({ name, values, type = 'float', attributes: own = {} }, index) => [
        ...text(name),
        ...int(1),
        ...int(index),
        ...attributeList(own),
        ...int(type === 'float' ? 5 : 6),
        ...int(values.length * size(type)),
        ...int(offsets[index] ?? 0),
      ]),
    ),
  ];
  let end = header(variables.map(() => 0)).length;
  const offsets = variables.map(({ values, type = 'float' }) => {
    const start = end;
    end += values.length * size(type);
    return start;
  });
  const bytes = Buffer.alloc(end);
  bytes.set(header(offsets));
  variables.forEach(({ values, type = 'float' }, index) => {
    values.forEach((value, place) => {
      const at = (offsets[index] ?? 0) + place * size(type);
      if (type === 'float') bytes.writeFloatBE(value, at);
      else bytes.writeDoubleBE(value, at);
    });
  });
  return new Uint8Array(bytes);
}

const size = (type: 'float' | 'double') => (type === 'float' ? 4 : 8);
const int = (value: number) => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const padded = (bytes: number[]) => [
  ...bytes,
  ...Array.from({ length: (4 - (bytes.length % 4)) % 4 }, () => 0),
];
const text = (value: string) => [...int(value.length), ...padded([...Buffer.from(value, 'latin1')])];
const list = (tag: number, entries: number[][]) =>
  entries.length === 0 ? [...int(0), ...int(0)] : [...int(tag), ...int(entries.length), ...entries.flat()];

function attributeList(attributes: Record<string, string | number>): number[] {
  return list(
    12,
    Object.entries(attributes).map(([name, value]) => {
      if (typeof value === 'string') return [...text(name), ...int(2), ...text(value)];
      const double = Buffer.alloc(8);
      double.writeDoubleBE(value);
      return [...text(name), ...int(6), ...int(1), ...double];
    }),
  );
}
