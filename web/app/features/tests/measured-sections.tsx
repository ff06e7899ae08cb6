import type { Result } from '@vialproof/contract/results';
import { Recorded } from '../../data/results/recorded';
import { Details } from '../../ui/details';
import { MeasurementTable } from '../../ui/measurement-table';
import { Section } from '../../ui/section';
import { massComparison } from './mass';
import { MassScale } from './mass-scale';

/** All measurements with limits and verdicts. Folded: each measured mass beside the computed one, and how values are judged. */
export function MeasuredSections({ result }: { result: Result }) {
  const { measurements } = result;
  const masses = measurements.flatMap((measurement) => massComparison(measurement) ?? []);
  return (
    <>
      {measurements.length > 0 ? (
        <Section label="Measurements">
          <MeasurementTable rows={measurements} />
          <p className="mt-4 mb-4 max-w-prose text-ink-soft text-sm">
            The results relate only to the sample that was received. Maker, batch and label claim were stated
            by the customer.
          </p>
          {masses.length > 0 ? (
            <Details title="The mass, expected and observed" isPrinted>
              {masses.map((mass) => (
                <div key={mass.analyte} className="pb-4">
                  {masses.length > 1 ? <h4 className="mb-4 font-medium">{mass.analyte}</h4> : null}
                  <MassScale mass={mass} />
                </div>
              ))}
            </Details>
          ) : null}
          <Details title="How the values were judged" isPrinted>
            <p className="max-w-prose text-ink-soft text-sm">{result.decision_notes?.join(' ')}</p>
            <Recorded result={result} />
          </Details>
        </Section>
      ) : null}
    </>
  );
}
