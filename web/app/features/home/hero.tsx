import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Button } from '../../ui/button';
import { type HeroTrace, heroHeight, heroTraceQuery, heroWidth } from './queries';

function Trace({ trace }: { trace: HeroTrace }) {
  return (
    <figure className="m-0">
      <svg
        role="img"
        aria-label={`Chromatogram of ${trace.title}, task number ${trace.taskNumber}`}
        viewBox={`0 0 ${heroWidth} ${heroHeight + 30}`}
        className="block w-full"
        fill="none"
      >
        <line
          x1="0"
          x2={heroWidth}
          y1={heroHeight}
          y2={heroHeight}
          className="stroke-ink"
          vectorEffect="non-scaling-stroke"
        />
        {trace.ticks
          .filter((tick) => tick.x > 10 && tick.x < heroWidth - 10)
          .map((tick) => (
            <g key={tick.minutes} className="max-sm:hidden">
              <line
                x1={tick.x}
                x2={tick.x}
                y1={heroHeight}
                y2={heroHeight + 6}
                className="stroke-ink"
                vectorEffect="non-scaling-stroke"
              />
              <text
                x={tick.x}
                y={heroHeight + 26}
                textAnchor="middle"
                className="figures fill-ink-soft text-[15px]"
              >
                {tick.minutes}
              </text>
            </g>
          ))}
        <path
          d={trace.path}
          pathLength="1"
          strokeWidth="1.75"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
          className="stroke-accent"
        />
      </svg>
      <figcaption className="mt-2 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 text-sm">
        <span className="text-ink-soft">
          <Link
            to={`/tests/${trace.id}`}
            className="text-ink underline decoration-rule underline-offset-4 hover:text-accent hover:decoration-current"
          >
            {trace.title}
          </Link>
          , the newest published result
        </span>
        <span className="figures flex flex-wrap gap-x-6 text-ink-soft">
          <span>Task #{trace.taskNumber}</span>
          {trace.retention === null ? null : <span>{trace.retention.toFixed(2)} min</span>}
          {trace.purity === null ? null : <span className="text-ink">{trace.purity.toFixed(2)} % area</span>}
        </span>
      </figcaption>
    </figure>
  );
}

export function Hero() {
  const { data: trace } = useQuery(heroTraceQuery());
  return (
    <header className="page pt-14 md:pt-24">
      <div className="grid items-end gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <h1 className="display-1">
          Know what is <br className="max-sm:hidden" />
          in the vial.
        </h1>
        <div>
          <p className="max-w-[44ch] text-ink-soft text-lg">
            Send a sample of a peptide. The laboratory measures identity, purity and amount, and issues a
            certificate that anybody can verify.
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <Button to="/request" size="large">
              Request a test
            </Button>
            <Button to="/verify" size="large" variant="secondary">
              Verify a test
            </Button>
          </div>
        </div>
      </div>
      <div className="mt-12 md:mt-16">
        {trace ? (
          <Trace trace={trace} />
        ) : (
          <span aria-hidden="true" className="motif block aspect-[1000/240] w-full text-accent" />
        )}
      </div>
    </header>
  );
}
