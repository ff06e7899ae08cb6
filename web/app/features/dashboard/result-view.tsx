import { overrideNote, valueNotes, valueWithUnit } from '@vialproof/contract/measurement-words';
import type { Chromatogram as ChromatogramData, Result } from '@vialproof/contract/results';
import { useMemo } from 'react';
import { Chromatogram } from '../../ui/chromatogram';
import { DataTable, Facts } from '../../ui/data-table';
import { Instant } from '../../ui/figures';
import { Noted } from '../../ui/noted';
import { Badge } from '../../ui/status-badge';
import { AttachmentLink, CertificateLink } from './file-link';
import { Part } from './part';

function Trace({ data }: { data: ChromatogramData }) {
  const trace = useMemo(
    () => ({
      minutes: data.minutes,
      signal: data.signal_mau,
      peaks: data.peaks.map((peak) => ({
        minutes: peak.retention_min,
        label: peak.retention_min.toFixed(2),
      })),
    }),
    [data],
  );
  const purity = data.purity_percent === null ? '' : ` Purity by area ${data.purity_percent.toFixed(2)} %.`;
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

function verdictBadge(verdict: Result['measurements'][number]['verdict']) {
  if (verdict === null) return <span className="text-ink-soft">–</span>;
  return <Badge tone={verdict === 'pass' ? 'good' : 'bad'}>{verdict === 'pass' ? 'PASS' : 'FAIL'}</Badge>;
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
        <p className="max-w-prose whitespace-pre-line">{result.summary}</p>
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
          <DataTable
            caption="Measurements"
            rows={result.measurements}
            rowKey={(row) => `${row.analyte} ${row.method}`}
            columns={[
              { header: 'Analyte', cell: (row) => <span className="font-medium">{row.analyte}</span> },
              { header: 'Method', cell: (row) => row.method },
              {
                header: 'Result',
                numeric: true,
                cell: (row) => <Noted notes={valueNotes(row)}>{valueWithUnit(row)}</Noted>,
              },
              { header: 'Limit', numeric: true, cell: (row) => row.limit || '–' },
              {
                header: 'Verdict',
                cell: (row) => (
                  <Noted start notes={[overrideNote(row) ?? []].flat()}>
                    {verdictBadge(row.verdict)}
                  </Noted>
                ),
              },
            ]}
          />
        </Part>
      ) : null}
      {result.chromatogram ? <Trace data={result.chromatogram} /> : null}
    </>
  );
}
