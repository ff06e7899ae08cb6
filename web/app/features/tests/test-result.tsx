import type { Result } from '@vialproof/contract/results';
import { Paperclip } from 'lucide-react';
import { lazy, memo, Suspense } from 'react';
import { Section } from '../../ui/section';
import { TraceSection } from './trace-section';

// Nothing in it can be pressed, and the server has written it: its code may come after the page is alive.
const MeasuredSections = lazy(() => import('./measured-sections'));

// Until then the page around it may not draw it anew: that would take away what the server has written.
const Measured = memo(function Measured({ measurements }: { measurements: Result['measurements'] }) {
  return (
    <Suspense fallback={<div aria-busy="true" className="min-h-96" />}>
      <MeasuredSections measurements={measurements} />
    </Suspense>
  );
});

function Metrics({ metrics }: { metrics: Result['metrics'] }) {
  return (
    <dl className="grid gap-6 [grid-template-columns:repeat(auto-fill,minmax(min(13rem,100%),1fr))]">
      {Object.entries(metrics).map(([name, value]) => (
        <div key={name} className="min-w-0 border-ink border-t pt-2">
          <dt className="label">{name}</dt>
          <dd className="figures mt-1 break-words text-3xl leading-tight tracking-tight">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Everything a published result says. */
export function TestResult({ result }: { result: Result }) {
  return (
    <>
      <Section label="Result" title={result.title}>
        <p className="mb-10 max-w-prose text-lg">{result.summary}</p>
        <Metrics metrics={result.metrics} />
      </Section>
      <Measured measurements={result.measurements} />
      {result.chromatogram ? (
        <TraceSection
          data={result.chromatogram}
          isPurity={!result.measurements.some((line) => line.trace_override)}
        />
      ) : null}
      {result.photos.length > 0 ? (
        <Section label={result.photos.length === 1 ? 'Photo' : 'Photos'}>
          <ul className="grid gap-4 [grid-template-columns:repeat(auto-fill,minmax(min(16rem,100%),1fr))]">
            {result.photos.map((photo, place) => (
              <li key={photo.id}>
                <a href={photo.url}>
                  <img
                    src={photo.url}
                    alt={`The vial as the laboratory received it, ${place + 1} of ${result.photos.length}`}
                    width={photo.width}
                    height={photo.height}
                    loading="lazy"
                    decoding="async"
                    className="aspect-4/3 w-full rounded-sm border border-rule bg-wash object-cover"
                  />
                </a>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {result.attachments.length > 0 ? (
        <Section label="Attachments">
          <ul className="grid gap-1">
            {result.attachments.map((address, place) => (
              <li key={address}>
                <a
                  href={address}
                  className="inline-flex min-h-11 items-center gap-2 text-accent underline underline-offset-4"
                >
                  <Paperclip className="size-4" />
                  Attachment {place + 1}
                </a>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  );
}
