import type { Chromatogram as ChromatogramData, Result } from '@vialproof/contract/results';
import { useMemo } from 'react';
import { Chromatogram } from '../../ui/chromatogram';
import { DataTable } from '../../ui/data-table';
import { Instant } from '../../ui/figures';
import { Icon } from '../../ui/icon';
import { Section } from '../../ui/section';
import { Badge } from '../../ui/status-badge';
import { measured, Verdict } from './verdict';

function Metrics({ metrics }: { metrics: Result['metrics'] }) {
  return (
    <dl className="grid gap-x-6 gap-y-6 [grid-template-columns:repeat(auto-fill,minmax(min(9rem,100%),1fr))]">
      {Object.entries(metrics).map(([name, value]) => (
        <div key={name} className="min-w-0 border-ink border-t pt-2">
          <dt className="label">{name}</dt>
          <dd className="figures break-words text-2xl leading-tight">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

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
  const main = data.main_peak === null ? undefined : data.peaks[data.main_peak];
  const purity = data.purity_percent === null ? '' : ` Purity by area ${data.purity_percent.toFixed(2)} %.`;
  return (
    <Section label="Chromatogram">
      <div className="rounded-sm border border-rule bg-sheet p-4 md:p-6">
        <Chromatogram
          trace={trace}
          label={`Chromatogram with ${data.peaks.length} peaks.${main ? ` Main peak at ${main.retention_min.toFixed(2)} minutes.` : ''}${purity}`}
        />
      </div>
      <p className="mt-3 text-ink-soft text-sm">
        {data.wavelength_nm === null ? '' : `UV detection at ${data.wavelength_nm} nm. `}
        Integrated by {data.method.name}, version {data.method.version}. Purity is the main peak’s share of
        the total area.
      </p>
      <details className="group mt-4">
        <summary className="min-h-11 py-2 font-medium text-accent">Peak table ({data.peaks.length})</summary>
        <DataTable
          caption="Peaks of the chromatogram"
          rows={data.peaks.map((peak, place) => ({ ...peak, place, main: place === data.main_peak }))}
          rowKey={(peak) => String(peak.place)}
          columns={[
            {
              header: 'Peak',
              cell: (peak) => (peak.main ? <strong>{peak.place + 1} (main)</strong> : peak.place + 1),
            },
            { header: 'Retention, min', numeric: true, cell: (peak) => peak.retention_min.toFixed(3) },
            { header: 'Height, mAU', numeric: true, cell: (peak) => peak.height_mau.toFixed(2) },
            { header: 'Area', numeric: true, cell: (peak) => peak.area.toFixed(2) },
            { header: 'Area, %', numeric: true, cell: (peak) => peak.area_percent.toFixed(3) },
          ]}
        />
      </details>
    </Section>
  );
}

const revisionTones = { published: 'good', superseded: 'plain', retracted: 'bad' } as const;

function History({ history }: { history: Result['history'] }) {
  return (
    <Section label="Revisions">
      <ol className="grid gap-4">
        {history.map((entry) => (
          <li key={entry.revision} className="grid gap-1 border-rule border-t pt-3">
            <p className="flex flex-wrap items-center gap-3">
              <span className="figures">Revision {entry.revision}</span>
              <Badge tone={revisionTones[entry.state]}>{entry.state.toUpperCase()}</Badge>
              <span className="text-ink-soft text-sm">
                published <Instant at={entry.published_at} />
              </span>
            </p>
            {entry.reason ? <p className="max-w-prose text-ink-soft">{entry.reason}</p> : null}
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Everything a published result says. */
export function TestResult({ result }: { result: Result }) {
  return (
    <>
      <Section label="Result" title={result.title}>
        <p className="mb-10 max-w-prose text-lg">{result.summary}</p>
        <Metrics metrics={result.metrics} />
      </Section>
      {result.measurements.length > 0 ? (
        <Section label="Measurements">
          <DataTable
            caption="Measurements"
            rows={result.measurements}
            rowKey={(row) => `${row.analyte} ${row.method}`}
            columns={[
              { header: 'Analyte', cell: (row) => <span className="font-medium">{row.analyte}</span> },
              { header: 'Method', cell: (row) => <span className="text-ink-soft">{row.method}</span> },
              { header: 'Result', numeric: true, cell: measured },
              { header: 'Limit', numeric: true, cell: (row) => row.limit || '–' },
              { header: 'Verdict', cell: (row) => <Verdict verdict={row.verdict} /> },
            ]}
          />
          <p className="mt-4 max-w-prose text-ink-soft text-sm">
            The results relate only to the sample that was received. Maker, batch and label claim were stated
            by the customer.
          </p>
        </Section>
      ) : null}
      {result.chromatogram ? <Trace data={result.chromatogram} /> : null}
      {result.attachments.length > 0 ? (
        <Section label="Attachments">
          <ul className="grid gap-1">
            {result.attachments.map((address, place) => (
              <li key={address}>
                <a
                  href={address}
                  className="inline-flex min-h-11 items-center gap-2 text-accent underline underline-offset-4"
                >
                  <Icon name="clip" />
                  Attachment {place + 1}
                </a>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <History history={result.history} />
    </>
  );
}
