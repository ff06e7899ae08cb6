import type { Chromatogram as ChromatogramData, Result } from '@vialproof/contract/results';
import { thisInjectionWords } from '@vialproof/science/measurement/replicate-words';
import { useMemo, useState } from 'react';
import { counted } from '../../lib/counted';
import { Chromatogram } from '../../ui/chromatogram';
import { Details } from '../../ui/details';
import { ScriptedButton } from '../../ui/scripted-button';
import { chromatogramTrace } from '../../ui/trace';
import { RunNotes, RunOf } from './run-notes';

// A phone shows only the important columns, and they still stand side by side.
const wideOnly = 'max-sm:hidden';
const number = 'figures py-2.5 print:py-1 pl-[min(1rem,4vw)] text-right';

/** What the trace says, in one sentence. The figure of one run is not the result if the result is a mean. */
function sentenceOf(data: ChromatogramData, { measurements }: Result): string {
  const words = thisInjectionWords(data, measurements);
  if (words) return words;
  const main = data.main_peak === null ? undefined : data.peaks[data.main_peak];
  if (!main) return 'No main peak was named.';
  const percent = data.purity_percent;
  const share = percent === null ? 'is the reported one' : `has ${percent.toFixed(2)} % of the total area`;
  return `The main peak, at ${main.retention_min.toFixed(2)} minutes, ${share}.`;
}

/** What a reader of the figure must know about the chromatogram, even if the details are closed. */
function cautionsOf(data: ChromatogramData, { injections = [] }: Result): string[] {
  const unused = injections.filter(({ used }) => !used).length;
  return [
    ...(data.manual ? ['A person set the limits of the peaks. The reason stands below.'] : []),
    ...(unused > 0
      ? [
          `${unused} of ${counted(injections.length, 'run')} ${unused === 1 ? 'is' : 'are'} not reported. The reasons stand below.`,
        ]
      : []),
  ];
}

/** The chromatogram above its table of peaks. A peak under the pointer is marked in both. A click zooms to it. */
export function ResultTrace({
  data,
  result,
  isPurity,
}: {
  data: ChromatogramData;
  result: Result;
  /** Whether the purity of the result is the share of the main peak. */
  isPurity: boolean;
}) {
  const isPure = isPurity && data.signal_unit !== 'counts';
  const [active, setActive] = useState<number | null>(null);
  const [near, setNear] = useState<{ peak: number } | null>(null);
  const unit = data.signal_unit ?? 'mAU';
  const columns = ['Peak', 'Retention, min', 'Limits, min', `Height, ${unit}`, 'Area', 'Area, %'];
  const sentence = sentenceOf(data, result);
  const notes = (result.run_notes ?? []).filter((words) => words !== sentence);
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
      <p className="mt-3 max-w-prose">{sentence}</p>
      <RunNotes notes={cautionsOf(data, result)} />
      <div className="mt-4">
        <Details
          title="Peaks, and how they were measured"
          note={counted(data.peaks.length, 'peak')}
          isPrinted
        >
          <table className="w-full border-collapse text-left text-sm">
            <caption className="sr-only">Peaks of the chromatogram</caption>
            <thead>
              <tr className="border-edge border-b">
                {columns.map((column, place) => (
                  <th
                    key={column}
                    scope="col"
                    className={`label wrap-anywhere py-2 font-normal ${place > 0 ? 'pl-[min(1rem,4vw)] text-right' : 'pl-2'} ${place > 1 && place < 5 ? wideOnly : ''} ${place === 5 ? 'pr-2' : ''}`}
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
                      className="figures min-h-[max(2.25rem,36px)] min-w-[36px] text-left print:min-h-0 text-accent underline decoration-edge underline-offset-4 hover:decoration-current noscript:pointer-events-none noscript:text-ink noscript:no-underline"
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
          <div>
            <p className="max-w-prose text-ink-soft text-sm">
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
          </div>
        </Details>
      </div>
    </section>
  );
}
