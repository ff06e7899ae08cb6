import type { Peak } from '@vialproof/contract/results';
import { Badge } from '../../../ui/status-badge';

const head = 'label py-2 pl-4 text-right font-normal';
const figure = 'figures py-2 pl-4 text-right';
// A phone shows only the important columns, so that these fit side by side.
const wideOnly = 'max-md:hidden';

/** The table of the peaks with start, end and area. A click on a number chooses the peak. */
export function PeakTable({
  peaks,
  mainPeak,
  unit,
  selected,
  onSelect,
}: {
  peaks: Peak[];
  mainPeak: number | null;
  unit: string;
  selected: number | null;
  onSelect: (peak: number) => void;
}) {
  if (peaks.length === 0) return <p className="text-ink-soft">No peaks.</p>;
  return (
    <table className="w-full border-collapse text-left text-sm">
      <caption className="sr-only">Peaks</caption>
      <thead>
        <tr className="border-edge border-b">
          <th scope="col" className="label py-2 pl-2 font-normal">
            Peak
          </th>
          <th scope="col" className={head}>
            <span className="max-sm:hidden">Retention, </span>min
          </th>
          <th scope="col" className={`${head} ${wideOnly}`}>
            Start, min
          </th>
          <th scope="col" className={`${head} ${wideOnly}`}>
            End, min
          </th>
          <th scope="col" className={`${head} ${wideOnly}`}>{`Height, ${unit}`}</th>
          <th scope="col" className={`${head} ${wideOnly}`}>{`Area, ${unit}·min`}</th>
          <th scope="col" className={`${head} pr-2`}>
            Area, %
          </th>
        </tr>
      </thead>
      <tbody>
        {peaks.map((peak, place) => (
          <tr
            // biome-ignore lint/suspicious/noArrayIndexKey: a peak has no other key than its index: a drag changes its values.
            key={place}
            className={`border-rule border-b ${place === selected ? 'bg-accent-soft' : ''}`}
          >
            <td className="whitespace-nowrap pl-2">
              <button
                type="button"
                aria-pressed={place === selected}
                aria-label={`Choose peak ${place + 1}`}
                onClick={() => onSelect(place)}
                className="figures min-h-11 min-w-11 text-left text-accent underline decoration-edge underline-offset-4 hover:decoration-current"
              >
                {place + 1}
              </button>
              {place === mainPeak ? <Badge tone="good">main</Badge> : null}
            </td>
            <td className={figure}>{peak.retention_min.toFixed(3)}</td>
            <td className={`${figure} ${wideOnly}`}>{peak.start_min.toFixed(3)}</td>
            <td className={`${figure} ${wideOnly}`}>{peak.end_min.toFixed(3)}</td>
            <td className={`${figure} ${wideOnly}`}>{peak.height_mau.toFixed(2)}</td>
            <td className={`${figure} ${wideOnly}`}>{peak.area.toFixed(3)}</td>
            <td className={`${figure} pr-2 ${peak.area > 0 ? '' : 'text-bad'}`}>
              {peak.area > 0 ? peak.area_percent.toFixed(3) : 'no area'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
