import type { PrintedLine, Verification } from '@vialproof/contract/verification';
import { DECISION_WORDS } from '@vialproof/science/measurement/measurement-words';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { Details } from '../../ui/details';
import { Notice } from '../../ui/states';
import { unbroken } from '../../ui/unbroken';
import { Altered } from './altered';
import type { Said } from './verdict-words';

/** If a certificate has more measured lines than this, only the first lines are open. */
const MOST_LINES = 8;
const FIRST_LINES = 6;

const colours = {
  pass: 'text-ink-soft',
  fail: 'font-medium text-bad',
  conditional_pass: 'text-wait',
  conditional_fail: 'font-medium text-wait',
  undecidable: 'text-wait',
  not_judged: 'text-ink-soft',
} as const satisfies Record<PrintedLine['verdict'], string>;

interface Line {
  label: string;
  value: string;
  unit?: string;
  /** Limit and verdict of the line, as printed on the certificate. */
  judged?: { words: string; colour: string };
}

/** The lines of a certificate for the comparison with a paper. Null if the page may not know them. */
function linesOf({ values, manufacturer, batch_code, label_claim }: Verification): Line[] | null {
  if (!values) return null;
  const stated = (label: string, value: string | null): Line => ({ label, value: value ?? 'not stated' });
  return [
    ...values.map(({ analyte, value, unit, limit, verdict }) => ({
      label: analyte,
      value,
      unit,
      judged: {
        words: `Limit ${limit === '' ? 'none' : limit}. ${DECISION_WORDS[verdict]}.`,
        colour: colours[verdict],
      },
    })),
    stated('Maker', manufacturer),
    stated('Batch', batch_code),
    stated('Label claim', label_claim),
  ];
}

/** On a phone, a value takes two lines: its name beside limit and verdict, and the value below. */
function PrintedValue({ line: { label, value, unit, judged } }: { line: Line }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-rule border-t py-2 sm:grid sm:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)] sm:gap-x-6">
      <dt className="wrap-anywhere min-w-0 text-ink-soft" dir="auto">
        {label}
      </dt>
      <dd
        className={`figures wrap-anywhere min-w-0 sm:text-lg ${judged ? 'max-sm:order-last max-sm:basis-full' : ''}`}
        dir="auto"
      >
        <span>{value}</span>
        {unit ? <span className="text-ink-soft text-sm"> {unbroken(unit)}</span> : null}
      </dd>
      {judged ? (
        <dd className={`wrap-anywhere min-w-0 text-sm sm:col-start-2 ${judged.colour}`}>{judged.words}</dd>
      ) : null}
    </div>
  );
}

const Lines = ({ lines }: { lines: Line[] }) => (
  <dl>
    {lines.map((line, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a result may have two lines of one name, and their order is fixed.
      <PrintedValue key={`${line.label} ${place}`} line={line} />
    ))}
  </dl>
);

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

/** Shows the values of the certificate, and asks whether the paper has the same values. */
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
  const end = verification.values?.length ?? 0;
  const start = end > MOST_LINES ? FIRST_LINES : end;
  return (
    <section aria-labelledby="paper-says" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="paper-says" className="label">{`What certificate ${number} says`}</h3>
      <div className="border-rule border-b">
        <Lines lines={lines.slice(0, start)} />
        {end > start ? (
          <Details title={`The next ${end - start} lines`}>
            <Lines lines={lines.slice(start, end)} />
          </Details>
        ) : null}
        <Lines lines={lines.slice(end)} />
      </div>
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
