import type { Dossier, DossierTest } from '@vialproof/contract/dossiers';
import type { ReactNode } from 'react';
import { Facts } from '../../ui/data-table';
import { Details } from '../../ui/details';
import { senderWords, unitWords } from './words';

const link = (n: number, to: string): ReactNode => (
  <a href={to} className="underline decoration-edge underline-offset-4 hover:text-accent">
    {n}
  </a>
);

/** How many tests of this subject are in each state, with an explanation of the states. Starts closed. */
export function CountsSection({ dossier }: { dossier: Dossier }) {
  const { counts, batches, subject } = dossier;
  const isListed = (state: DossierTest['state']) => dossier.tests.some((test) => test.state === state);
  const senders = senderWords(dossier.submitters);
  const found = [
    { label: 'Registered', n: counts.registered, to: '#tests' },
    { label: 'Published', n: counts.published, to: isListed('published') ? '#published' : '#tests' },
    { label: 'Pending', n: counts.pending, to: isListed('pending') ? '#pending' : '#tests' },
    { label: 'Withheld', n: counts.withheld, to: '#withheld' },
    { label: 'Superseded results', n: counts.superseded, to: '#tests' },
    { label: 'Retracted results', n: counts.retracted, to: '#tests' },
    { label: 'Opened later', n: counts.opened_later, to: '#tests' },
  ].filter(({ n }) => n > 0);
  return (
    <Details
      level={2}
      title="What was registered, and what became of it"
      note={found.map(({ label, n }) => `${n} ${label.toLowerCase()}`).join(', ')}
    >
      <Facts items={found.map(({ label, n, to }) => ({ label, value: link(n, to), figures: true }))} />
      <div className="grid max-w-prose gap-3 text-ink-soft">
        <p>
          Registered: the sample was taken in as public, before there was a result; what was taken in before
          registration existed counts as it was then, and its page says so. Pending: it is still being
          measured, or its result was retracted.
        </p>
        <p id="withheld">
          Withheld: registered as public, and made private by its owner before publication. It is counted, and
          nothing else of it is shown.
        </p>
        {counts.opened_later > 0 ? (
          <p>
            Opened later: private at intake, or made private before its result came, and published by its
            owner afterwards, who may have known the result.
          </p>
        ) : null}
        {subject.kind === 'batch' || counts.published === 0 ? null : (
          <p>
            {`The published tests are of ${batches.named} ${unitWords(subject.kind, batches.named)} with a code${
              batches.unnamed > 0
                ? `; ${batches.unnamed} ${batches.unnamed === 1 ? 'test has' : 'tests have'} no ${subject.kind === 'maker' ? '' : 'maker or no '}code and count as a batch each`
                : ''
            }.`}
          </p>
        )}
        {senders ? <p>{senders}</p> : null}
        <p>
          <span>
            {subject.kind === 'batch'
              ? 'Counted are the published tests of this batch.'
              : 'Counted are batches, each once however often it was tested: it passes where all of its tests pass, fails where all fail, and is undecided where they disagree.'}
          </span>{' '}
          Not tested means: published, without this analyte by this method.
        </p>
        <p>Facts, methods and dates; what they mean is yours to decide.</p>
      </div>
    </Details>
  );
}
