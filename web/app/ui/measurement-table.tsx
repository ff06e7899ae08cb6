import type { Measurement } from '@vialproof/contract/results';
import {
  overrideNote,
  reportedWords,
  traceNote,
  valueNotes,
} from '@vialproof/science/measurement/measurement-words';
import { recordedNotes } from '@vialproof/science/measurement/recorded-notes';
import { lazy, Suspense } from 'react';
import { type Column, DataTable } from './data-table';
import { Noted } from './noted';
import { NumberLine } from './number-line';
import { unbroken } from './unbroken';
import { Verdict } from './verdict';

// Few results have a spectrum, so the figure's program is loaded when it is needed.
const SpectrumFigure = lazy(() => import('./spectrum-figure'));

/** Only a word that is too long for its column may be broken anywhere. */
const breaks = (text: string) => (/\S{20}/.test(text) ? 'wrap-anywhere' : '');
/** On a wide screen a figure stands on one line, unless it is as long as a sentence. */
const whole = (text: string) => (text.length > 32 ? breaks(text) : 'xl:whitespace-nowrap');

const columns: Column<Measurement>[] = [
  {
    header: 'Analyte',
    // A name is not broken while there is space.
    cell: (row) => (
      <span className={`font-medium lg:block lg:min-w-32 xl:min-w-44 lg:text-left ${breaks(row.analyte)}`}>
        {row.analyte}
      </span>
    ),
  },
  {
    header: 'Method',
    cell: (row) => <span className={`text-ink-soft ${whole(row.method)}`}>{row.method}</span>,
  },
  {
    header: 'Result',
    numeric: true,
    cell: (row) => (
      <Noted notes={[...valueNotes(row), ...recordedNotes(row), traceNote(row) ?? []].flat()}>
        <span className={`wide:block wide:min-w-40 ${whole(reportedWords(row))}`}>
          {unbroken(reportedWords(row))}
        </span>
        <NumberLine row={row} />
      </Noted>
    ),
  },
  {
    header: 'Limit',
    numeric: true,
    cell: (row) => <span className={breaks(row.limit)}>{row.limit || '–'}</span>,
  },
  {
    header: 'Verdict',
    cell: (row) => (
      <Noted start notes={[overrideNote(row) ?? []].flat()}>
        <Verdict line={row} isLimited={row.rule !== undefined || row.limit !== ''} />
      </Noted>
    ),
  },
];

/** The table of a result's measurements with details and mass spectra. Every page with a result uses it. */
export function MeasurementTable({ rows }: { rows: Measurement[] }) {
  if (rows.length === 0) return <p className="text-ink-soft">No measurements.</p>;
  const placed = rows.map((row, place) => ({ ...row, place }));
  return (
    <>
      <DataTable
        caption="Measurements"
        rows={placed}
        // The key is the index, because two lines may have the same analyte and method.
        rowKey={({ place }) => String(place)}
        columns={columns}
      />
      {placed.map(({ analyte, spectrum, place }) =>
        spectrum ? (
          <div key={place} className="mt-8">
            <Suspense>
              <SpectrumFigure analyte={analyte} data={spectrum} />
            </Suspense>
          </div>
        ) : null,
      )}
    </>
  );
}
