import type { Dossier, DossierTest } from '@vialproof/contract/dossiers';
import type { ReactNode } from 'react';
import { Facts } from '../../ui/data-table';
import { Section } from '../../ui/section';
import { senderWords } from './words';

const link = (n: number, to: string): ReactNode =>
  n === 0 ? (
    n
  ) : (
    <a href={to} className="underline decoration-edge underline-offset-4 hover:text-accent">
      {n}
    </a>
  );

/** How many tests of this subject are in each state, with an explanation of the states. */
export function CountsSection({ dossier }: { dossier: Dossier }) {
  const { counts, batches, subject } = dossier;
  const isListed = (state: DossierTest['state']) => dossier.tests.some((test) => test.state === state);
  const senders = senderWords(dossier.submitters);
  const items: { label: string; value: ReactNode; figures: true }[] = [
    { label: 'Registered', value: link(counts.registered, '#tests'), figures: true },
    {
      label: 'Published',
      value: link(counts.published, isListed('published') ? '#published' : '#tests'),
      figures: true,
    },
    {
      label: 'Pending',
      value: link(counts.pending, isListed('pending') ? '#pending' : '#tests'),
      figures: true,
    },
    { label: 'Withheld', value: link(counts.withheld, '#withheld'), figures: true },
    { label: 'Superseded results', value: link(counts.superseded, '#tests'), figures: true },
    { label: 'Retracted results', value: link(counts.retracted, '#tests'), figures: true },
  ];
  if (counts.opened_later > 0)
    items.push({ label: 'Opened later', value: link(counts.opened_later, '#tests'), figures: true });
  return (
    <Section label="Tests" title="What was registered, and what became of it">
      <Facts items={items} />
      <div className="mt-8 grid max-w-prose gap-3 text-ink-soft">
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
            {`The published tests are of ${batches.named} ${batches.named === 1 ? 'batch' : 'batches'} with a code${
              batches.unnamed > 0
                ? `; ${batches.unnamed} ${batches.unnamed === 1 ? 'test has' : 'tests have'} no ${subject.kind === 'maker' ? '' : 'maker or no '}code and count as a batch each`
                : ''
            }.`}
          </p>
        )}
        {senders ? <p>{senders}</p> : null}
      </div>
    </Section>
  );
}
