import type { Dossier } from '@vialproof/contract/dossiers';
import { signed } from '@vialproof/science/measurement/measurement-words';
import { Section } from '../../ui/section';
import { Drawn, ValueList } from './line-details';
import { StripPlot } from './strip-plot';

const words = (percent: number) => `${signed(percent, 1)} %`;

/** The difference between measured and labelled amounts over time. Each method has its own plot, because methods may differ. */
export function LabelSection({ label, subject }: Pick<Dossier, 'label' | 'subject'>) {
  if (label.n === 0 && label.n_not_read === 0) return null;
  const methods = Map.groupBy(label.values, ({ method }) => method);
  return (
    <Section label="Label" title="Measured amount beside the label">
      <p className="mb-6 max-w-prose text-ink-soft">
        <span>
          The difference of the measured amount from what the customer copied from the label, in per cent of
          it.
        </span>
        <span>
          {label.median_percent !== null && label.n > 1
            ? ` Of ${label.n} tests the median is ${words(label.median_percent)}, from ${words(label.min ?? 0)} to ${words(label.max ?? 0)}.`
            : ''}
        </span>
        <span>
          {label.n_not_read > 0
            ? ` ${label.n_not_read} ${label.n_not_read === 1 ? 'test has' : 'tests have'} an amount and no label that could be read.`
            : ''}
        </span>
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        {[...methods].map(([method, values]) => (
          <div key={method}>
            <h3 className="wrap-anywhere mb-3 font-medium">{method}</h3>
            <StripPlot
              values={values}
              what={`Difference from the label by ${method}`}
              unit="%"
              zero="the line at 0 is the label"
            />
          </div>
        ))}
      </div>
      <Drawn values={label.values} total={label.n} />
      <ValueList id="label-values" values={label.values} total={label.n} subject={subject} hasMethods />
    </Section>
  );
}
