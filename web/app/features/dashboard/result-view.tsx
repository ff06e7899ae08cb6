import type { Chromatogram as ChromatogramData, Result } from '@vialproof/contract/results';
import { useMemo } from 'react';
import { Chromatogram } from '../../ui/chromatogram';
import { Facts } from '../../ui/data-table';
import { Instant } from '../../ui/figures';
import { DecisionWords, MeasurementTable } from '../../ui/measurement-table';
import { chromatogramTrace } from '../../ui/trace';
import { AttachmentLink, CertificateLink } from './file-link';
import { Part } from './part';

/** `isPurity`: the result's purity is the main peak's share. */
function Trace({ data, isPurity }: { data: ChromatogramData; isPurity: boolean }) {
  const trace = useMemo(() => chromatogramTrace(data), [data]);
  const purity =
    data.purity_percent === null
      ? ''
      : ` ${isPurity ? 'Purity by area' : 'Main peak'} ${data.purity_percent.toFixed(2)} %.`;
  return (
    <Part title="Chromatogram">
      <Chromatogram trace={trace} label={`Chromatogram with ${data.peaks.length} peaks.${purity}`} />
      <p className="text-ink-soft text-sm">
        {data.wavelength_nm === null ? '' : `${data.wavelength_nm} nm.`}
        {purity}
      </p>
    </Part>
  );
}

/** The published result as its owner reads it, with the certificate. */
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
    <>
      <Part title={result.title}>
        <p className="wrap-anywhere max-w-prose whitespace-pre-line">{result.summary}</p>
        <Facts
          items={Object.entries(result.metrics).map(([label, value]) => ({ label, value, figures: true }))}
        />
        <div className="flex flex-wrap gap-3">
          <CertificateLink requestId={requestId} taskNumber={taskNumber} />
          {result.attachments.map((path, place) => (
            <AttachmentLink key={path} path={path} number={place + 1} />
          ))}
        </div>
        <p className="text-ink-soft text-sm">
          Revision {result.revision}, published <Instant at={result.published_at} />.
        </p>
      </Part>
      {result.measurements.length > 0 ? (
        <Part title="Measurements">
          <MeasurementTable rows={result.measurements} />
          <p className="max-w-prose text-ink-soft text-sm">
            <DecisionWords rows={result.measurements} />
          </p>
        </Part>
      ) : null}
      {result.chromatogram ? (
        <Trace
          data={result.chromatogram}
          isPurity={
            result.chromatogram.signal_unit !== 'counts' &&
            !result.measurements.some((line) => line.trace_override)
          }
        />
      ) : null}
    </>
  );
}
