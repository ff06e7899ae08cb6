import type { Dossier } from '@vialproof/contract/dossiers';
import { signed } from '@vialproof/science/measurement/measurement-words';
import { Details } from '../../ui/details';
import { Drawn } from './line-details';
import { StripPlot } from './strip-plot';
import { ValueList } from './value-list';

const words = (percent: number) => `${signed(percent, 1)} %`;

/**
 * The difference between measured and labelled amounts over time. Each method has its own plot, because methods may
 * differ; spellings of one method share a plot.
 */
export function LabelSection({ label, subject, lines }: Pick<Dossier, 'label' | 'subject' | 'lines'>) {
  const { n, n_not_read } = label;
  if (n === 0 && n_not_read === 0) return null;
  const sectionOf = (method: string) => lines.find((line) => line.method === method)?.section ?? method;
  const methods = Map.groupBy(label.values, ({ method }) => sectionOf(method));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pt-3">
      {n === 0 ? null : <h3 className="font-medium">Measured amount beside the label</h3>}
      {[...methods].map(([section, values]) => (
        <div key={section}>
          <p className="wrap-anywhere mb-2 text-ink-soft text-sm">{values[0]?.method}</p>
          <StripPlot
            values={values}
            what={`Difference from the label by ${values[0]?.method}`}
            unit="%"
            zero="the line at 0 is the label"
          />
        </div>
      ))}
      <Drawn n={label.values.length} total={n} />
      <Details title="Amount beside the label in numbers">
        <p className="max-w-prose text-ink-soft">
          <span>
            The difference of the measured amount from what the customer copied from the label, in per cent of
            it.
          </span>
          <span>
            {label.median_percent !== null && n > 1
              ? ` Of ${n} tests the median is ${words(label.median_percent)}, from ${words(label.min ?? 0)} to ${words(label.max ?? 0)}.`
              : ''}
          </span>
          <span>
            {n_not_read > 0
              ? ` ${n_not_read} ${n_not_read === 1 ? 'test has' : 'tests have'} an amount and no label that could be read.`
              : ''}
          </span>
        </p>
        <ValueList id="label-values" values={label.values} total={n} subject={subject} hasMethods />
      </Details>
    </div>
  );
}
