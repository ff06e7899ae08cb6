import type { Result } from '@vialproof/contract/results';
import { Paperclip } from 'lucide-react';
import { ResultFigure } from '../../ui/result-figure';
import { Section } from '../../ui/section';
import { MeasuredSections } from './measured-sections';
import { ResultTrace } from './result-trace';

/** What a published result comes to: its main figure beside the trace. */
export function ResultHead({ result }: { result: Result }) {
  const { chromatogram } = result;
  return (
    <Section label="Result" title={result.title}>
      <div
        className={`grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 ${chromatogram ? 'xl:grid-cols-[16rem_minmax(0,1fr)] print:grid-cols-[14rem_minmax(0,1fr)]' : 'md:grid-cols-[16rem_minmax(0,1fr)]'}`}
      >
        <div
          className={chromatogram ? 'grid content-start gap-x-12 gap-y-6 md:max-xl:grid-cols-2' : 'contents'}
        >
          <ResultFigure result={result} />
          <p className="wrap-anywhere max-w-prose text-lg">{result.summary}</p>
        </div>
        {chromatogram ? (
          <ResultTrace
            data={chromatogram}
            isPurity={!result.measurements.some((line) => line.trace_override)}
          />
        ) : null}
      </div>
    </Section>
  );
}

/** The rest of what it says. */
export function ResultDetails({ result }: { result: Result }) {
  return (
    <>
      <MeasuredSections measurements={result.measurements} />
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
