import { overrideNote, valueNotes, valueWithUnit } from '@vialproof/contract/measurement-words';
import type { Measurement } from '@vialproof/contract/results';
import { DataTable } from '../../ui/data-table';
import { Noted } from '../../ui/noted';
import { Section } from '../../ui/section';
import { massComparison } from './mass';
import { MassScale } from './mass-scale';
import { Verdict } from './verdict';

/** Every measurement with its limit and verdict, and observed against theoretical masses. */
export default function MeasuredSections({ measurements }: { measurements: Measurement[] }) {
  const masses = measurements.flatMap((measurement) => massComparison(measurement) ?? []);
  return (
    <>
      {measurements.length > 0 ? (
        <Section label="Measurements">
          <DataTable
            caption="Measurements"
            rows={measurements}
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
                  <Noted start notes={[overrideNote(row) ?? []].flat()}>
                    <Verdict verdict={row.verdict} isRuled={row.rule !== undefined} />
                  </Noted>
                ),
              },
            ]}
          />
          <p className="mt-4 max-w-prose text-ink-soft text-sm">
            The results relate only to the sample that was received. Maker, batch and label claim were stated
            by the customer.
            {measurements.some(({ rule }) => rule)
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
    </>
  );
}
