import type { Result } from '@vialproof/contract/results';
import { Recorded } from '../../data/results/recorded';
import { ResultHero } from '../../data/results/result-hero';
import { MeasurementTable } from '../../ui/measurement-table';
import { AttachmentLink, CertificateLink } from './file-link';
import { Part } from './part';

/** The published result and its certificate, as the owner of the test sees them. */
export function ResultView({
  result,
  requestId,
  taskNumber,
}: {
  result: Result;
  requestId: string;
  taskNumber: number;
}) {
  return (
    <Part title={result.title}>
      <ResultHero result={result} />
      <div className="flex flex-wrap items-start gap-3">
        <CertificateLink requestId={requestId} taskNumber={taskNumber} />
        {result.files.map((file) => (
          <AttachmentLink key={file.url} file={file} />
        ))}
      </div>
    </Part>
  );
}

/** All lines of the result, with limits and verdicts. */
export function Measurements({ result }: { result: Result }) {
  if (result.measurements.length === 0) return null;
  return (
    <Part title="Measurements">
      <MeasurementTable rows={result.measurements} />
      <p className="max-w-prose text-ink-soft text-sm">{result.decision_notes?.join(' ')}</p>
      <Recorded result={result} />
    </Part>
  );
}
