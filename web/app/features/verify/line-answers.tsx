import type { Comparison } from '@vialproof/contract/verification';
import { Check, CircleAlert, Minus, X } from 'lucide-react';
import { Notice } from '../../ui/states';
import { Altered } from './altered';
import type { Said } from './verdict-words';

export type Likeness = 'same' | 'similar' | 'different' | 'incomplete' | 'absent';

const looks = {
  same: { Icon: Check, colour: 'text-good', words: 'The same.' },
  similar: {
    Icon: CircleAlert,
    colour: 'text-wait',
    words: 'Looks alike, and is not the same. Read it again, letter by letter.',
  },
  different: { Icon: X, colour: 'text-bad', words: 'Not the same.' },
  incomplete: {
    Icon: CircleAlert,
    colour: 'text-wait',
    words: 'Type it with its ±, as it is printed: both are compared together.',
  },
  absent: { Icon: Minus, colour: 'text-ink-soft', words: 'Not on this certificate.' },
} as const;

/** The text that the reader typed for a line, and whether it equals the text on the certificate. */
export interface LineAnswer {
  label: string;
  typed: string;
  likeness: Likeness;
}

/** How a typed line compares with the certificate. 'absent': the laboratory said nothing about it. */
export function likenessOf(line: NonNullable<Comparison['lines']>[number] | undefined): Likeness {
  if (line?.missing) return 'incomplete';
  const same = line?.same ?? null;
  return same === null ? 'absent' : same ? 'same' : 'different';
}

/** What these answers say about the paper. The lines that the reader did not type stay open. */
export function saidBy(answers: LineAnswer[]): Said {
  if (answers.some(({ likeness }) => likeness === 'different')) return 'different';
  return answers.length > 0 && answers.every(({ likeness }) => likeness === 'same') ? 'partly' : null;
}

/** The laboratory's answer for each line, and what the answers mean for the paper. */
export function LineAnswers({ answers, number }: { answers: LineAnswer[]; number: string }) {
  const differing = answers.filter(({ likeness }) => likeness === 'different');
  const isSame = answers.every(({ likeness }) => likeness === 'same');
  return (
    <div className="grid gap-4">
      {differing.length > 0 ? (
        <Altered number={number} lines={differing.map(({ label }) => label)}>
          {`If you typed what it says, it differs from the laboratory’s record in: ${differing.map(({ label }) => label).join(', ')}.`}
        </Altered>
      ) : null}
      {isSame ? (
        <Notice tone="good">
          <strong className="font-medium text-good">What you typed is what the certificate says.</strong> That
          your vial is of the batch that was tested, it cannot tell.
        </Notice>
      ) : null}
      <ul className="border-rule border-b">
        {answers.map(({ label, typed, likeness }) => {
          const { Icon, colour, words } = looks[likeness];
          return (
            <li key={label} className="grid grid-cols-[auto_1fr] gap-x-3 border-rule border-t py-3">
              <Icon aria-hidden="true" className={`mt-1 size-4 ${colour}`} />
              <p className="min-w-0">
                <span className="font-medium">{label}</span>{' '}
                <bdi className="figures wrap-anywhere">{typed}</bdi> <span className={colour}>{words}</span>
              </p>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
