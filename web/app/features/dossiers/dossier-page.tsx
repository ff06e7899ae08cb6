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
import { EmptyState, Notice } from '../../ui/states';
import { CountsSection } from './counts-section';
import { DossierTests } from './dossier-tests';
import { LabelSection } from './label-section';
import { isDrawn, LineSection, type PlacedLine } from './line-details';
import { OwnLimitForm } from './own-limit-form';
import { type DossierAddress, dossierQuery } from './queries';
import { drawnOf, PlotSigns } from './strip-plot';
import { kindWords, unitWords } from './words';

/** The page (dossier) of a compound, maker or batch: the numbers of all its tests. */
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
      {(dossier) => <Content dossier={dossier} address={address} />}
    </QueryView>
  );
}

/** Shown while the server is still counting many tests. The browser asks again by itself. */
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

function Content({ dossier, address }: { dossier: Dossier; address: DossierAddress }) {
  const { subject, counts } = dossier;
  return (
    <article>
      <Head dossier={dossier} />
      <DossierTests dossier={dossier} address={address} />
      <section className="page mt-10 md:mt-14">
        <h2 className="display-3 mb-2">What was measured</h2>
        {counts.published === 0 ? (
          <EmptyState title="No published result">
            {counts.retracted > 0
              ? 'What was published has been retracted.'
              : 'Values appear here once a second person has published a result.'}
          </EmptyState>
        ) : (
          <Measured dossier={dossier} />
        )}
      </section>
      <Collisions dossier={dossier} />
      {subject.answer ? (
        <section className="page mt-10 md:mt-14">
          <h2 className="display-3 mb-4">What the maker says</h2>
          <blockquote
            dir="auto"
            className="wrap-anywhere max-w-prose whitespace-pre-line border-edge border-l-2 pl-5"
          >
            {subject.answer.text}
          </blockquote>
          <p className="mt-4 text-ink-soft text-sm">
            The maker’s own words, entered by the laboratory on <Instant at={subject.answer.at} />.
          </p>
        </section>
      ) : null}
      <div className="page mt-10">
        <CountsSection dossier={dossier} />
        <OwnLimitForm dossier={dossier} address={address} />
      </div>
    </article>
  );
}

/**
 * The analytes: first those with a plot, then the others in a closed part, and last those that nobody measured here.
 */
function Measured({ dossier }: { dossier: Dossier }) {
  const { lines, label, subject, batches, counts } = dossier;
  const placed = lines.flatMap((line, place): PlacedLine[] => {
    const { method } = line;
    return method === null ? [] : [{ line: { ...line, method }, place: place + 1 }];
  });
  const sections = [...Map.groupBy(placed, ({ line }) => line.section).values()];
  // The plot of the amounts is open once: beside the label if labels could be read.
  const isBesideLabel = (section: PlacedLine[]) =>
    section.some(({ line }) => /^(amount|assay)/i.test(line.analyte)) &&
    label.values.some(({ method }) => section.some(({ line }) => line.method === method));
  const isOpen = (section: PlacedLine[]) => isDrawn(section) && !isBesideLabel(section);
  const untested = lines.filter(({ method }) => method === null).map(({ analyte }) => analyte);
  const all = subject.kind === 'batch' ? counts.published : batches.named + batches.unnamed;
  const analyteOf = (section: PlacedLine[]) => section[0]?.line.analyte.toLowerCase();
  const shown = (section: PlacedLine[]) => (
    <LineSection
      key={section[0]?.place}
      lines={section}
      subject={subject}
      isOpen={isOpen(section)}
      isAlone={sections.filter((other) => analyteOf(other) === analyteOf(section)).length === 1}
    />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {lines.some(({ values }) => drawnOf(values) > 0) ? <PlotSigns /> : null}
      {sections.filter(isOpen).map(shown)}
      <LabelSection label={label} subject={subject} lines={lines} />
      <div>{sections.filter((section) => !isOpen(section)).map(shown)}</div>
      {untested.length > 0 ? (
        <p className="wrap-anywhere border-rule border-t pt-3 text-sm">
          {`Not tested in ${all === 1 ? `the ${unitWords(subject.kind, 1)}` : `any of ${all} ${unitWords(subject.kind, all)}`}: ${untested.join(', ')}.`}
        </p>
      ) : null}
    </div>
  );
}

function Head({ dossier }: { dossier: Dossier }) {
  const { subject, counts, as_of } = dossier;
  const others = subject.spellings.filter((spelling) => spelling !== subject.name);
  return (
    <header className="page pt-8 md:pt-14">
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
      <p className="mt-4 max-w-[60ch] text-ink-soft text-lg">
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
        <span>.</span>
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
      <div className="mt-4 flex flex-wrap items-start gap-x-2 sm:gap-x-4 print:hidden">
        <WatchOffer kind={subject.kind} subject={subject.path.split('/').slice(2).join('/')} />
        <a
          href={`${subject.path}/feed.atom`}
          className="link inline-flex min-h-11 items-center gap-1.5 max-sm:text-sm"
        >
          <Rss className="size-4 max-sm:hidden" />
          <span>
            Feed<span className="max-sm:sr-only"> (Atom)</span>
          </span>
        </a>
      </div>
    </header>
  );
}

/** Says which names only customers have used, so that nobody has confirmed them. */
function Unconfirmed({ subject: { confirmed, maker } }: { subject: Dossier['subject'] }) {
  const isMakers = maker !== null && !maker.confirmed;
  if (confirmed && !isMakers) return null;
  const words = confirmed
    ? 'The maker’s name stands here as the customer wrote it.'
    : isMakers
      ? 'The maker’s name and this one stand here as the customer wrote them.'
      : 'This name stands here as the customer wrote it.';
  return (
    <div className="mt-4 max-w-prose">
      <Notice>
        {`${words} The laboratory has not confirmed ${isMakers && !confirmed ? 'them' : 'it'}.`}
      </Notice>
    </div>
  );
}

/** Says that several makers share a batch code. The text blames nobody, because the reason is unknown. */
function Collisions({ dossier: { collisions } }: { dossier: Dossier }) {
  if (collisions.length === 0) return null;
  return (
    <section className="page mt-8">
      <h2 className="sr-only">Batch codes</h2>
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
    </section>
  );
}
