import { overrideNote, valueNotes, valueWithUnit } from '@vialproof/contract/measurement-words';
import type { Result } from '@vialproof/contract/results';
import { DataTable } from '../../ui/data-table';
import { Icon } from '../../ui/icon';
import { Noted } from '../../ui/noted';
import { Section } from '../../ui/section';
import { massComparison } from './mass';
import { MassScale } from './mass-scale';
import { TraceSection } from './trace-section';
import { Verdict } from './verdict';

function Metrics({ metrics }: { metrics: Result['metrics'] }) {
  return (
    <dl className="grid gap-6 [grid-template-columns:repeat(auto-fill,minmax(min(13rem,100%),1fr))]">
      {Object.entries(metrics).map(([name, value]) => (
        <div key={name} className="min-w-0 border-ink border-t pt-2">
          <dt className="label">{name}</dt>
          <dd className="figures mt-1 break-words text-3xl leading-tight tracking-tight">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Everything a published result says. */
export function TestResult({ result }: { result: Result }) {
  const masses = result.measurements.flatMap((measurement) => massComparison(measurement) ?? []);
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
              {
                header: 'Result',
                numeric: true,
                cell: (row) => <Noted notes={valueNotes(row)}>{valueWithUnit(row)}</Noted>,
              },
              { header: 'Limit', numeric: true, cell: (row) => row.limit || '–' },
              {
                header: 'Verdict',
                cell: (row) => (
                  <Noted notes={[overrideNote(row) ?? []].flat()}>
                    <Verdict verdict={row.verdict} isRuled={row.rule !== undefined} />
                  </Noted>
                ),
              },
            ]}
          />
          <p className="mt-4 max-w-prose text-ink-soft text-sm">
            The results relate only to the sample that was received. Maker, batch and label claim were stated
            by the customer.
            {result.measurements.some(({ rule }) => rule)
              ? ' Limits are applied to unrounded figures; the limit itself passes, and measurement uncertainty is not taken into account.'
              : null}
          </p>
        </Section>
      ) : null}
      {masses.length > 0 ? (
        <Section label="Mass">
          <div className="grid gap-10">
            {masses.map((mass) => (
              <div key={mass.analyte}>
                {masses.length > 1 ? <h3 className="mb-4 font-medium">{mass.analyte}</h3> : null}
                <MassScale mass={mass} />
              </div>
            ))}
          </div>
        </Section>
      ) : null}
      {result.chromatogram ? <TraceSection data={result.chromatogram} /> : null}
      {result.photos.length > 0 ? (
        <Section label={result.photos.length === 1 ? 'Photo' : 'Photos'}>
          <ul className="grid gap-4 [grid-template-columns:repeat(auto-fill,minmax(min(16rem,100%),1fr))]">
            {result.photos.map((photo, place) => (
              <li key={photo.id}>
                <a href={photo.url}>
                  <img
                    src={photo.url}
                    alt={`The vial as the laboratory received it, ${place + 1} of ${result.photos.length}`}
                    width={photo.width}
                    height={photo.height}
                    loading="lazy"
                    decoding="async"
                    className="aspect-4/3 w-full rounded-sm border border-rule bg-wash object-cover"
                  />
                </a>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
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
    </>
  );
}
