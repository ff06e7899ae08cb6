import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Button } from '../../ui/button';
import { VerdictSummary } from '../../ui/verdict';
import { type HeroTrace, heroHeight, heroTraceQuery, heroWidth } from './queries';

/** The chromatogram across the whole page, on its time axis. */
function Trace({ trace }: { trace: HeroTrace }) {
  return (
    <div
      role="img"
      aria-label={`Chromatogram of ${trace.title}, task number ${trace.taskNumber}`}
      className="relative h-52 sm:h-72 lg:absolute lg:inset-0 lg:h-auto"
    >
      {/* The drawing is stretched to its container, but the line keeps its width. */}
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${heroWidth} ${heroHeight}`}
        width="100%"
        height="200"
        preserveAspectRatio="none"
        className="absolute inset-x-0 top-0 h-[calc(100%-2.25rem)] w-full overflow-visible [animation:record_1.2s_cubic-bezier(0.3,0,0.2,1)_both]"
      >
        <path
          d={trace.path}
          pathLength="1"
          strokeWidth="1.75"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
          className="fill-accent-soft stroke-accent"
        />
      </svg>
      <div
        aria-hidden="true"
        className="figures absolute inset-x-0 bottom-0 h-9 border-ink border-t text-ink-soft text-xs"
      >
        {trace.ticks
          .filter((tick) => tick.x > 10 && tick.x < heroWidth - 60)
          .map((tick) => (
            <span
              key={tick.minutes}
              style={{ left: `${tick.x / 10}%` }}
              className={`absolute top-0 -translate-x-1/2 pt-2 before:absolute before:top-0 before:left-1/2 before:h-1.5 before:border-ink before:border-l max-sm:nth-[even]:hidden ${tick.x > 880 ? 'max-sm:hidden' : ''}`}
            >
              {tick.minutes}{' '}
            </span>
          ))}
        <span className="absolute top-2 right-4">min</span>
      </div>
    </div>
  );
}

/** The result of the vial whose chromatogram is drawn. */
function Finding({ trace }: { trace: HeroTrace }) {
  return (
    <figcaption className="page mt-6 lg:absolute lg:top-14 lg:left-[calc(62%+1.75rem)] lg:mx-0 lg:mt-0 lg:w-auto lg:max-w-80 lg:px-0">
      <p className="label">Newest result with a trace</p>
      <p className="mt-1">
        <Link
          to={`/tests/${trace.id}`}
          className="font-display text-xl leading-snug underline decoration-edge decoration-1 underline-offset-4 hover:text-accent hover:decoration-current"
        >
          {trace.title}
        </Link>
      </p>
      {trace.purity === null ? null : (
        <p className="figures mt-4 text-4xl tracking-tight">
          {trace.purity.value}
          <span className="ml-2 font-sans text-base text-ink-soft tracking-normal">{trace.purity.rest}</span>
        </p>
      )}
      {trace.purity?.manual ? <p className="text-ink-soft text-sm">Manually integrated</p> : null}
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-ink-soft text-sm">
        <span className="figures">{`Task #${trace.taskNumber}`}</span>
        {trace.retention === null ? null : (
          <span className="figures">{`peak at ${trace.retention.toFixed(2)} min`}</span>
        )}
      </p>
      <p className="mt-1">
        <VerdictSummary measurements={trace.judged} />
      </p>
    </figcaption>
  );
}

export function Hero() {
  const { data: trace } = useQuery(heroTraceQuery());
  return (
    <header className="relative lg:min-h-[clamp(35rem,calc(100svh-4rem),46rem)] print:min-h-0">
      <div className="page pointer-events-none relative z-10 pt-12 sm:pt-16 lg:pt-[clamp(3.5rem,9svh,6rem)]">
        <div className="pointer-events-auto lg:max-w-[55%]">
          <h1 className="display-0">
            Know what is <br className="max-sm:hidden" />
            in the vial.
          </h1>
          <p className="mt-6 max-w-[40ch] text-ink-soft text-lg sm:mt-8 sm:text-xl">
            Send a sample of a peptide. The laboratory measures identity, purity and amount, and issues a
            certificate that anybody can verify.
          </p>
          <div className="mt-8 flex flex-wrap gap-3 max-sm:*:flex-1 max-sm:*:px-3">
            <Button to="/request" size="large">
              Request a test
            </Button>
            <Button to="/verify" size="large" variant="secondary" className="bg-paper">
              Verify a test
            </Button>
          </div>
        </div>
      </div>
      {trace ? (
        <figure className="mt-10 lg:absolute lg:inset-0 lg:mt-0">
          <Trace trace={trace} />
          <Finding trace={trace} />
        </figure>
      ) : (
        <span
          aria-hidden="true"
          className="motif mt-12 block aspect-[1000/240] w-full text-accent lg:absolute lg:bottom-0"
        />
      )}
    </header>
  );
}
