import type { Result } from '@vialproof/contract/results';
import { Recorded } from '../../data/results/recorded';
import { MeasurementTable } from '../../ui/measurement-table';
import { Section } from '../../ui/section';
import { massComparison } from './mass';
import { MassScale } from './mass-scale';

/** All measurements with limits and verdicts, and each measured mass beside the computed one. */
export function MeasuredSections({ result }: { result: Result }) {
  const { measurements } = result;
  const masses = measurements.flatMap((measurement) => massComparison(measurement) ?? []);
  return (
    <>
      {measurements.length > 0 ? (
        <Section label="Measurements">
          <MeasurementTable rows={measurements} />
          <p className="mt-4 max-w-prose text-ink-soft text-sm">{`The results relate only to the sample that was received. Maker, batch and label claim were stated by the customer. ${result.decision_notes?.join(' ') ?? ''}`}</p>
          <Recorded result={result} />
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
