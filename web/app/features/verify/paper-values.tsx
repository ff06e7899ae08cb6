import type { Verification } from '@vialproof/contract/verification';
import { DECISION_WORDS } from '@vialproof/science/measurement/measurement-words';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/states';
import { unbroken } from '../../ui/unbroken';
import { Altered } from './altered';

type Said = 'same' | 'different' | null;

interface Line {
  label: string;
  value: string;
  unit?: string;
  /** Limit and verdict of the line, as printed on the certificate. */
  judged?: string;
}

/** The lines of a certificate, which the reader compares with a paper. Null if the page may not know them. */
function linesOf({ values, manufacturer, batch_code, label_claim }: Verification): Line[] | null {
  if (!values) return null;
  const stated = (label: string, value: string | null): Line => ({ label, value: value ?? 'not stated' });
  return [
    ...values.map(({ analyte, value, unit, limit, verdict }) => ({
      label: analyte,
      value,
      unit,
      judged: `Limit ${limit === '' ? 'none' : limit}. ${DECISION_WORDS[verdict]}.`,
    })),
    stated('Maker', manufacturer),
    stated('Batch', batch_code),
    stated('Label claim', label_claim),
  ];
}

function PrintedValue({ line: { label, value, unit, judged } }: { line: Line }) {
  return (
    <div className="grid gap-x-6 border-rule border-t py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)]">
      <dt className="wrap-anywhere min-w-0 text-ink-soft sm:pt-1" dir="auto">
        {label}
      </dt>
      <dd className="min-w-0">
        <p className="figures wrap-anywhere text-xl" dir="auto">
          {value}
          {unit ? <span className="text-base text-ink-soft"> {unbroken(unit)}</span> : null}
        </p>
        {judged ? <p className="wrap-anywhere text-ink-soft text-sm">{judged}</p> : null}
      </dd>
    </div>
  );
}

function WhichLine({ lines, number }: { lines: Line[]; number: string }) {
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <>
      <Altered number={number} lines={chosen}>
        {`What it says differs from the laboratory’s record${chosen.length > 0 ? ` in: ${chosen.join(', ')}` : ''}. The record is above.`}
      </Altered>
      <fieldset>
        <legend className="label">Which line differs?</legend>
        <div className="mt-2 flex flex-wrap gap-2">
          {lines.map(({ label }) => {
            const isChosen = chosen.includes(label);
            return (
              <Button
                key={label}
                variant={isChosen ? 'primary' : 'secondary'}
                size="small"
                aria-pressed={isChosen}
                onClick={() =>
                  setChosen(isChosen ? chosen.filter((each) => each !== label) : [...chosen, label])
                }
              >
                <span className="wrap-anywhere" dir="auto">
                  {label}
                </span>
              </Button>
            );
          })}
        </div>
      </fieldset>
    </>
  );
}

/** Shows the values of the certificate in large type, and asks whether the paper has the same values. */
export function PaperValues({
  verification,
  number,
  said,
  onSaid,
}: {
  verification: Verification;
  /** The number of the certificate, such as VP-10001-R1. */
  number: string;
  said: Said;
  onSaid: (said: Said) => void;
}) {
  const lines = linesOf(verification);
  if (!lines) return null;
  return (
    <section aria-labelledby="paper-says" className="grid gap-4">
      <h3 id="paper-says" className="label">{`What certificate ${number} says`}</h3>
      <dl className="border-rule border-b">
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a result may have two lines of one name, and their order is fixed.
          <PrintedValue key={`${line.label} ${place}`} line={line} />
        ))}
      </dl>
      <fieldset className="noscript:hidden">
        <legend className="font-medium text-lg">Does your paper say the same?</legend>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button
            variant={said === 'same' ? 'primary' : 'secondary'}
            aria-pressed={said === 'same'}
            onClick={() => onSaid('same')}
          >
            Yes, in every line
          </Button>
          <Button
            variant={said === 'different' ? 'primary' : 'secondary'}
            aria-pressed={said === 'different'}
            onClick={() => onSaid('different')}
          >
            No
          </Button>
        </div>
      </fieldset>
      <noscript>
        <p className="font-medium">
          Does your paper say the same? If one line differs, it was altered: do not rely on it.
        </p>
      </noscript>
      <div role="status" className="grid gap-4">
        {said === 'same' ? (
          <Notice tone="good">
            <p>
              <strong className="font-medium text-good">Then your paper says what the record says.</strong>{' '}
              That your vial is of the batch that was tested, it cannot tell.
            </p>
          </Notice>
        ) : null}
        {said === 'different' ? <WhichLine lines={lines} number={number} /> : null}
      </div>
    </section>
  );
}
