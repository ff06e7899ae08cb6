import type { Result } from '@vialproof/contract/results';
import { ResultFigure } from '../../ui/result-figure';
import { ResultTrace } from './result-trace';
import { RunNotes } from './run-notes';

/** The main number and the summary of a published result, beside its chromatogram. */
export function ResultHero({ result }: { result: Result }) {
  const { chromatogram, run_notes: notes = [] } = result;
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 ${chromatogram ? 'xl:grid-cols-[16rem_minmax(0,1fr)] print:grid-cols-[14rem_minmax(0,1fr)]' : 'md:grid-cols-[16rem_minmax(0,1fr)]'}`}
    >
      <div
        className={
          chromatogram ? 'grid content-start gap-x-12 gap-y-6 md:max-xl:not-print:grid-cols-2' : 'contents'
        }
      >
        <ResultFigure result={result} />
        <div>
          <p className="wrap-anywhere max-w-prose whitespace-pre-line text-lg">{result.summary}</p>
          {chromatogram ? null : <RunNotes notes={notes} />}
        </div>
      </div>
      {chromatogram ? (
        <ResultTrace
          data={chromatogram}
          result={result}
          isPurity={result.purity !== null && !result.measurements.some((line) => line.trace_override)}
        />
      ) : null}
    </div>
  );
}
