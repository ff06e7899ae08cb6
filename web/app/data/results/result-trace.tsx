import type { Chromatogram as ChromatogramData } from '@vialproof/contract/results';
import { useMemo, useState } from 'react';
import { Chromatogram } from '../../ui/chromatogram';
import { ScriptedButton } from '../../ui/scripted-button';
import { chromatogramTrace } from '../../ui/trace';
import { RunNotes, RunOf } from './run-notes';

// A phone shows only the important columns, and they still stand side by side.
const wideOnly = 'max-sm:hidden';
const number = 'figures py-2.5 pl-4 text-right';

/** The chromatogram above its table of peaks. A peak under the pointer is marked in both. A click zooms to it. */
export function ResultTrace({
  data,
  notes,
  isPurity,
}: {
  data: ChromatogramData;
  notes: readonly string[];
  /** Whether the purity of the result is the share of the main peak. */
  isPurity: boolean;
}) {
  const isPure = isPurity && data.signal_unit !== 'counts';
  const [active, setActive] = useState<number | null>(null);
  const [near, setNear] = useState<{ peak: number } | null>(null);
  const unit = data.signal_unit ?? 'mAU';
  const columns = ['Peak', 'Retention, min', 'Limits, min', `Height, ${unit}`, 'Area', 'Area, %'];
  const trace = useMemo(() => chromatogramTrace(data), [data]);
  const main = data.main_peak === null ? undefined : data.peaks[data.main_peak];
  const purity =
    data.purity_percent === null
      ? ''
      : ` ${isPure ? 'Purity by area' : 'Main peak'} ${data.purity_percent.toFixed(2)} %.`;
  return (
    <section aria-label="Chromatogram" className="min-w-0">
      <figure className="rounded-sm border border-rule bg-sheet p-4 md:p-6">
        <figcaption className="label mb-3">
          <h3>Chromatogram</h3>
        </figcaption>
        <Chromatogram
          trace={trace}
          link={{ active, onActive: setActive, near }}
          label={`Chromatogram with ${data.peaks.length} peaks.${main ? ` Main peak at ${main.retention_min.toFixed(2)} minutes.` : ''}${purity}`}
        />
      </figure>
      <p className="mt-3 max-w-prose text-ink-soft text-sm">
        <span>{data.total_ion_current ? 'Total ion current. ' : ''}</span>
        <span>{data.wavelength_nm === null ? '' : `UV detection at ${data.wavelength_nm} nm. `}</span>
        <span>{`Integrated by ${data.method.name}, version ${data.method.version}.`}</span>{' '}
        <span>
          {main
            ? `${isPure ? 'Purity' : 'Area %'} is the main peak’s share of the total area.`
            : 'No main peak was named.'}
        </span>
      </p>
      <RunOf data={data} />
      <RunNotes notes={notes} />
      <table className="mt-6 w-full border-collapse text-left text-sm">
        <caption className="sr-only">Peaks of the chromatogram</caption>
        <thead>
          <tr className="border-edge border-b">
            {columns.map((column, place) => (
              <th
                key={column}
                scope="col"
                className={`label py-2 font-normal ${place > 0 ? 'pl-4 text-right' : 'pl-2'} ${place > 1 && place < 5 ? wideOnly : ''} ${place === 5 ? 'pr-2' : ''}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onMouseLeave={() => setActive(null)}>
          {data.peaks.map((peak, place) => (
            <tr
              key={peak.retention_min}
              onMouseEnter={() => setActive(place)}
              className={`border-rule border-b ${place === active ? 'bg-accent-soft' : ''}`}
            >
              <td className="pl-2">
                <ScriptedButton
                  aria-label={`Show peak ${place + 1} from near`}
                  onFocus={() => setActive(place)}
                  onBlur={() => setActive(null)}
                  onClick={() => setNear({ peak: place })}
                  className="figures min-h-9 min-w-9 text-left text-accent underline decoration-edge underline-offset-4 hover:decoration-current noscript:pointer-events-none noscript:text-ink noscript:no-underline"
                >
                  {place + 1}
                </ScriptedButton>
                {place === data.main_peak ? <span className="font-medium"> main</span> : null}
              </td>
              <td className={number}>{peak.retention_min.toFixed(3)}</td>
              <td
                className={`${number} ${wideOnly}`}
              >{`${peak.start_min.toFixed(3)}–${peak.end_min.toFixed(3)}`}</td>
              <td className={`${number} ${wideOnly}`}>{peak.height_mau.toFixed(2)}</td>
              <td className={`${number} ${wideOnly}`}>{peak.area.toFixed(2)}</td>
              <td className={`${number} pr-2`}>{peak.area_percent.toFixed(3)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
