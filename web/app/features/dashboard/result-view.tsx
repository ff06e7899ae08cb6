import type { MyTestDetail } from '@vialproof/contract/orders';
import type { Chromatogram, Result } from '@vialproof/contract/results';
import { useMemo } from 'react';
import { Recorded } from '../../data/results/recorded';
import { ResultTrace } from '../../data/results/result-trace';
import { RunNotes } from '../../data/results/run-notes';
import { counted } from '../../lib/counted';
import { CopyButton } from '../../ui/copy-button';
import { Details } from '../../ui/details';
import { MeasurementTable } from '../../ui/measurement-table';
import { ResultFigure } from '../../ui/result-figure';
import { chromatogramTrace, tracePath } from '../../ui/trace';
import { VerdictSentence } from '../../ui/verdict';
import { AttachmentLink, CertificateLink } from './file-link';
import { PublicPageLink } from './public-page-link';

/** The answer of a completed test: the verdict in one sentence, the main figure, the certificate and the public page. */
export function ResultView({ detail: { request }, result }: { detail: MyTestDetail; result: Result }) {
  return (
    <section aria-label="Result" className="grid grid-cols-1 gap-6">
      <VerdictSentence measurements={result.measurements} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-4 md:grid-cols-[16rem_minmax(0,1fr)]">
        <ResultFigure result={result} isOverallSaid />
        <div>
          <p className="wrap-anywhere max-w-prose whitespace-pre-line">{result.summary}</p>
          {result.chromatogram ? (
            <SmallTrace data={result.chromatogram} />
          ) : (
            <RunNotes notes={result.run_notes ?? []} />
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <CertificateLink requestId={request.id} taskNumber={request.task_number} />
        {result.files.map((file) => (
          <AttachmentLink key={file.url} file={file} />
        ))}
        <span className="inline-flex items-center gap-1">
          <PublicPageLink request={request} />
          {request.visibility === 'public' ? (
            <CopyButton
              text={`${window.location.origin}/tests/${request.id}`}
              label="Copy link to the public page"
            />
          ) : null}
        </span>
      </div>
    </section>
  );
}

/** The chromatogram without its axis. `TraceOf` has the whole figure. */
function SmallTrace({ data }: { data: Chromatogram }) {
  const { path } = useMemo(() => tracePath(chromatogramTrace(data), 1000, 120), [data]);
  return (
    <svg
      viewBox="0 0 1000 120"
      aria-hidden="true"
      preserveAspectRatio="none"
      className="mt-4 h-24 w-full border-edge border-b stroke-accent"
      fill="none"
    >
      <path d={path} strokeWidth="1.5" strokeLinejoin="round" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** All lines of the result, with limits and verdicts. */
export function Measurements({ result }: { result: Result }) {
  const { measurements } = result;
  if (measurements.length === 0) return null;
  return (
    <Details level={2} title="Measurements" note={counted(measurements.length, 'line', 'lines')}>
      <MeasurementTable rows={measurements} />
      <p className="max-w-prose text-ink-soft text-sm">{result.decision_notes?.join(' ')}</p>
      <Recorded result={result} />
    </Details>
  );
}

/** The chromatogram and its peaks. */
export function TraceOf({ result }: { result: Result }) {
  const { chromatogram, measurements } = result;
  if (!chromatogram) return null;
  return (
    <Details level={2} title="Chromatogram" note={counted(chromatogram.peaks.length, 'peak', 'peaks')}>
      <ResultTrace
        data={chromatogram}
        result={result}
        isPurity={result.purity !== null && !measurements.some((line) => line.trace_override)}
      />
    </Details>
  );
}
