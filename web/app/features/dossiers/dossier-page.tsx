import { useQuery } from '@tanstack/react-query';
import type { DossierLink } from '@vialproof/contract/dossier-links';
import { BEING_COUNTED } from '@vialproof/contract/dossier-words';
import type { Dossier } from '@vialproof/contract/dossiers';
import { Rss } from 'lucide-react';
import { Link } from 'react-router';
import { WatchOffer } from '../../data/watches/watch-offer';
import { Instant } from '../../ui/figures';
import { NotFound } from '../../ui/not-found';
import { QueryView, SkeletonLines } from '../../ui/query-view';
import { Section } from '../../ui/section';
import { EmptyState, Notice } from '../../ui/states';
import { CountsSection } from './counts-section';
import { DossierTests } from './dossier-tests';
import { LabelSection } from './label-section';
import { LineDetails } from './line-details';
import { OwnLimitForm } from './own-limit-form';
import { type DossierAddress, dossierQuery } from './queries';
import { kindWords, unitWords } from './words';

/** The dossier of a compound, a maker or a batch: its facts, methods and dates. */
export function DossierPage({
  address,
  isBeingCounted = false,
}: {
  address: DossierAddress;
  isBeingCounted?: boolean;
}) {
  const query = useQuery(dossierQuery(address));
  return (
    <QueryView
      query={query}
      heading="Loading dossier"
      skeleton={isBeingCounted ? <BeingCounted /> : <SkeletonLines lines={8} />}
      absent={<NotFound />}
    >
      {(dossier) => <Content dossier={dossier} own={address.own} />}
    </QueryView>
  );
}

/** Shown while the server still counts a large dossier. The browser asks again by itself. */
function BeingCounted() {
  return (
    <section className="page grid min-h-[60vh] content-center gap-6 py-20">
      <h2 className="display-2">One moment</h2>
      <p className="max-w-prose text-ink-soft">{BEING_COUNTED}</p>
    </section>
  );
}

function Named({ of }: { of: DossierLink }) {
  if (of.path === null) return <bdi>{of.name}</bdi>;
  return (
    <Link to={of.path} className="text-accent underline underline-offset-4">
      <bdi>{of.name}</bdi>
    </Link>
  );
}

function Content({ dossier, own }: { dossier: Dossier; own: DossierAddress['own'] }) {
  const { subject, counts, lines } = dossier;
  return (
    <article>
      <Head dossier={dossier} />
      <CountsSection dossier={dossier} />
      <Section label="Analytes" title="What was measured">
        {counts.published === 0 ? (
          <EmptyState title="No published result">
            {counts.retracted > 0
              ? 'What was published has been retracted.'
              : 'Values appear here once a second person has published a result.'}
          </EmptyState>
        ) : (
          <>
            <p className="mb-10 max-w-prose text-ink-soft">
              <span>
                {subject.kind === 'batch'
                  ? 'Counted are the published tests of this batch.'
                  : 'Counted are batches, each once however often it was tested: it passes where all of its tests pass, fails where all fail, and is undecided where they disagree.'}
              </span>{' '}
              Not tested means: published, without this analyte by this method.
            </p>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-14">
              {lines.map((line, place) => (
                <LineDetails
                  key={`${line.analyte} ${line.method}`}
                  line={line}
                  subject={subject}
                  id={`line-${place + 1}`}
                />
              ))}
            </div>
            <OwnLimitForm dossier={dossier} own={own} />
          </>
        )}
      </Section>
      <LabelSection label={dossier.label} subject={subject} />
      <Collisions dossier={dossier} />
      {subject.answer ? (
        <Section label="Answer" title="What the maker says">
          <blockquote
            dir="auto"
            className="wrap-anywhere max-w-prose whitespace-pre-line border-edge border-l-2 pl-5"
          >
            {subject.answer.text}
          </blockquote>
          <p className="mt-4 text-ink-soft text-sm">
            The maker’s own words, entered by the laboratory on <Instant at={subject.answer.at} />.
          </p>
        </Section>
      ) : null}
      <DossierTests dossier={dossier} />
    </article>
  );
}

function Head({ dossier }: { dossier: Dossier }) {
  const { subject, counts, as_of } = dossier;
  const others = subject.spellings.filter((spelling) => spelling !== subject.name);
  return (
    <header className="page pt-12 md:pt-20">
      <p className="label">{kindWords[subject.kind]}</p>
      <h1 dir="auto" className="display-1 wrap-anywhere mt-3 max-w-[18ch] text-left">
        {subject.name}
      </h1>
      {subject.maker ? (
        <p className="mt-4 text-lg">
          A batch of <Named of={subject.maker} />
          <span>{subject.compounds.length > 0 ? ': ' : '.'}</span>
          {subject.compounds.map((compound, place) => (
            <span key={compound.name}>
              {place > 0 ? <span>, </span> : null}
              <Named of={compound} />
            </span>
          ))}
        </p>
      ) : null}
      <p className="mt-5 max-w-[60ch] text-ink-soft text-lg">
        <span>{`${counts.published} published ${counts.published === 1 ? 'test' : 'tests'}`}</span>
        <span>
          {subject.kind === 'batch'
            ? ''
            : ` of ${dossier.batches.named + dossier.batches.unnamed} ${unitWords(subject.kind, dossier.batches.named + dossier.batches.unnamed)}`}
        </span>
        {as_of ? (
          <span>
            , as of <Instant at={as_of} />
          </span>
        ) : null}
        <span>. Facts, methods and dates; what they mean is yours to decide.</span>
      </p>
      {others.length > 0 ? (
        <p className="wrap-anywhere mt-3 max-w-prose text-ink-soft text-sm">
          Also written:{' '}
          {others.map((spelling, place) => (
            <span key={spelling}>
              {place > 0 ? <span>, </span> : null}
              <bdi>{spelling}</bdi>
            </span>
          ))}
        </p>
      ) : null}
      <Unconfirmed subject={subject} />
      <div className="mt-8 flex flex-wrap items-start gap-x-5 gap-y-3 print:hidden">
        <WatchOffer kind={subject.kind} subject={subject.path.split('/').slice(2).join('/')} />
        <a href={`${subject.path}/feed.atom`} className="link inline-flex min-h-11 items-center gap-2">
          <Rss className="size-4" />
          Atom feed
        </a>
      </div>
    </header>
  );
}

/** Says which names only customers have written, so that nobody has confirmed them. */
function Unconfirmed({ subject: { confirmed, maker } }: { subject: Dossier['subject'] }) {
  const isMakers = maker !== null && !maker.confirmed;
  if (confirmed && !isMakers) return null;
  const words = confirmed
    ? 'The maker’s name stands here as the customer wrote it.'
    : isMakers
      ? 'The maker’s name and this one stand here as the customer wrote them.'
      : 'This name stands here as the customer wrote it.';
  return (
    <div className="mt-8 max-w-prose">
      <Notice>
        {`${words} The laboratory has not confirmed ${isMakers && !confirmed ? 'them' : 'it'}.`}
      </Notice>
    </div>
  );
}

/** Says that several records share a batch code. The text is neutral, because the reason is unknown. */
function Collisions({ dossier: { collisions } }: { dossier: Dossier }) {
  if (collisions.length === 0) return null;
  return (
    <Section label="Batch codes">
      <Notice>
        <p>
          Some batch codes stand more than once. That may be chance: makers number their batches as they like,
          and customers copy the codes from their vials.
        </p>
        <ul className="mt-3 grid gap-2">
          {collisions.map(({ kind, code, maker, links }) => (
            <li key={`${kind} ${code} ${maker?.path}`} className="wrap-anywhere">
              <span className="figures">{code}</span>{' '}
              {maker ? (
                <span key="maker">
                  stands at several compounds of <Named of={maker} />:{' '}
                </span>
              ) : (
                <span key="makers">stands at several makers: </span>
              )}
              {links.map((of, place) => (
                <span key={`${of.name} ${of.path}`}>
                  {place > 0 ? <span>; </span> : null}
                  <Named of={of} />
                </span>
              ))}
            </li>
          ))}
        </ul>
      </Notice>
    </Section>
  );
}
