import type { LineSpectrum } from '@vialproof/contract/spectra';
import { spectrumWords } from '@vialproof/science/spectrometry/spectrum-words';

const WIDTH = 1000;
const HEIGHT = 200;

/** A mass spectrum as vertical lines. The ions of the formula are marked below, and listed with the found peaks. */
export default function SpectrumFigure({ analyte, data }: { analyte: string; data: LineSpectrum }) {
  const { from_mz: from, to_mz: to, sticks, ions } = data;
  const span = to - from || 1;
  const across = (mz: number) => (WIDTH * (mz - from)) / span;
  const path = (list: readonly [number, number][]) =>
    list
      .map(
        ([mz, percent]) => `M${across(mz).toFixed(1)} ${HEIGHT}V${(HEIGHT * (1 - percent / 100)).toFixed(1)}`,
      )
      .join('');
  const found = new Set(ions.flatMap((ion) => ion.found?.mz ?? []));
  return (
    <section aria-label={`Mass spectrum, ${analyte}`} className="min-w-0">
      <figure className="rounded-sm border border-rule bg-sheet p-4 md:p-6">
        <figcaption className="label mb-3">{`Mass spectrum, ${analyte}`}</figcaption>
        <div role="img" aria-label={spectrumWords(data)}>
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${WIDTH} ${HEIGHT + 8}`}
            width="500"
            height="104"
            preserveAspectRatio="none"
            className="block h-52 w-full"
            fill="none"
          >
            <path d={`M0 ${HEIGHT}H${WIDTH}`} className="stroke-edge" vectorEffect="non-scaling-stroke" />
            {ions.map(({ charge, mz }) => (
              <path
                key={charge}
                d={`M${across(mz).toFixed(1)} 0V${HEIGHT + 8}`}
                className="stroke-ink-soft"
                strokeDasharray="3 4"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            <path
              d={path(sticks.filter(([mz]) => !found.has(mz)))}
              className="stroke-ink-faint"
              vectorEffect="non-scaling-stroke"
            />
            <path
              d={path(sticks.filter(([mz]) => found.has(mz)))}
              className="stroke-accent"
              strokeWidth="2"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          <div aria-hidden="true" className="figures flex justify-between pt-1 text-ink-soft text-sm">
            <span>{from.toFixed(0)}</span>
            <span>m/z</span>
            <span>{to.toFixed(0)}</span>
          </div>
        </div>
      </figure>
      <p className="mt-3 max-w-prose text-ink-soft text-sm">
        Height in % of the highest peak. Dashed lines: where ions of the formula should appear. The verdict is
        that of the measurement, not of this drawing.
      </p>
      <IonTable analyte={analyte} ions={ions} />
      <p className="figures wrap-anywhere mt-2 text-ink-soft text-sm">
        {`File: ${data.format === 'mzml' ? 'mzML' : 'CSV'}, SHA-256 ${data.sha256}`}
      </p>
    </section>
  );
}

const COLUMNS = ['Ion', 'Theoretical m/z', 'Found m/z', 'Error, Da', 'Error, ppm', 'Height, %'];
// A phone shows only the important columns, so that these fit side by side.
const wideOnly = 'max-sm:hidden';
const cell = 'figures py-2.5 pl-2 text-right sm:pl-4';

function IonTable({ analyte, ions }: { analyte: string; ions: LineSpectrum['ions'] }) {
  if (ions.length === 0) {
    return <p className="mt-4">No ion of the formula lies within this spectrum.</p>;
  }
  return (
    <table className="mt-4 w-full border-collapse text-left text-xs sm:text-sm">
      <caption className="sr-only">{`Theoretical ions and peaks found, ${analyte}`}</caption>
      <thead>
        <tr className="border-edge border-b">
          {COLUMNS.map((column, place) => (
            <th
              key={column}
              scope="col"
              className={`label py-2 font-normal max-sm:text-xs ${place > 0 ? 'pl-2 text-right sm:pl-4' : ''} ${place === 3 || place === 5 ? wideOnly : ''}`}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ions.map(({ charge, protons, mz, found }) => (
          <tr key={charge} className="border-rule border-b">
            <th scope="row" className="figures py-2.5 font-normal">
              <span>{protons > 0 ? `[M+${protons === 1 ? '' : protons}H]` : '[M]'}</span>
              <sup>{`${charge === 1 ? '' : charge}+`}</sup>
            </th>
            <td className={cell}>{mz.toFixed(3)}</td>
            <td className={cell}>{found ? found.mz.toFixed(3) : 'not found'}</td>
            <td className={`${cell} ${wideOnly}`}>{found ? found.error_da.toFixed(3) : '–'}</td>
            <td className={cell}>{found ? found.error_ppm.toFixed(0) : '–'}</td>
            <td className={`${cell} ${wideOnly}`}>{found ? found.percent.toFixed(1) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
