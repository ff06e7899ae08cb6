import type { VendorPeak } from '@vialproof/contract/chromatograms';

const head = 'label py-2 pl-4 text-right font-normal';
const cell = 'figures whitespace-nowrap py-2 pl-4 text-right';

type Column = { title: string; of: (peak: VendorPeak) => string | number | null };

/** A 32-bit number with as few digits as possible. As a 64-bit number it would show digits that are not in the file. */
export function asWritten(value: string | number | null): string {
  if (typeof value !== 'number' || Math.fround(value) !== value) return String(value ?? '–');
  const digits = [1, 2, 3, 4, 5, 6, 7, 8].find(
    (count) => Math.fround(Number(value.toPrecision(count))) === value,
  );
  return String(digits ? Number(value.toPrecision(digits)) : value);
}

/** The peaks that the software of the instrument found, with its numbers. Empty columns are left out. */
export function VendorTable({ peaks }: { peaks: VendorPeak[] | null }) {
  if (!peaks || peaks.length === 0) return null;
  const unit = peaks.find(({ area_unit }) => area_unit)?.area_unit;
  const all: Column[] = [
    { title: 'Name', of: ({ name }) => name },
    { title: 'Retention, min', of: ({ retention_min }) => retention_min },
    { title: 'Start, min', of: ({ start_min }) => start_min },
    { title: 'End, min', of: ({ end_min }) => end_min },
    { title: unit ? `Area, ${unit}` : 'Area', of: ({ area }) => area },
    { title: 'Area, %', of: ({ area_percent }) => area_percent },
    { title: unit ? `Height, ${unit.split('·')[0]}` : 'Height', of: ({ height }) => height },
    { title: 'Marks', of: ({ marks }) => marks },
    { title: 'Tailing', of: ({ tailing }) => tailing },
    { title: 'Plates', of: ({ plates }) => plates },
    { title: 'Resolution', of: ({ resolution }) => resolution },
  ];
  const columns = all.filter(({ of }) => peaks.some((peak) => of(peak) !== null));
  return (
    <details className="min-w-0 border-rule border-b">
      <summary className="min-h-11 cursor-pointer content-center text-sm">
        {`The instrument’s own table, ${peaks.length} ${peaks.length === 1 ? 'peak' : 'peaks'}`}
      </summary>
      <section
        className="overflow-x-auto pb-3"
        aria-label="The instrument’s own table"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a scrolling area.
        tabIndex={0}
      >
        <table className="w-full border-collapse text-left text-sm">
          <thead>
            <tr className="border-edge border-b">
              <th scope="col" className="label py-2 font-normal">
                Peak
              </th>
              {columns.map(({ title }) => (
                <th key={title} scope="col" className={`${head} whitespace-nowrap`}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {peaks.map((peak, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a peak has no other key than its index in the file.
              <tr key={place} className="border-rule border-b last:border-b-0">
                <td className="figures py-2">{place + 1}</td>
                {columns.map(({ title, of }) => (
                  <td key={title} className={cell}>
                    <bdi>{asWritten(of(peak))}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
