import type { Result } from '@vialproof/contract/results';
import { Download } from 'lucide-react';
import { fileWords } from '../../lib/file-words';
import { Section } from '../../ui/section';
import { MeasuredSections } from './measured-sections';

/** The details of a result that no other section shows. */
export function ResultDetails({ result }: { result: Result }) {
  return (
    <>
      <MeasuredSections result={result} />
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
                {photo.redacted_after_issue?.map(({ sha256, text }) => (
                  <p
                    key={sha256}
                    className="wrap-anywhere mt-1.5 text-ink-soft text-sm first-letter:uppercase"
                  >
                    {text}
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {result.files.length > 0 ? (
        <Section label="Attachments">
          <ul className="grid gap-1">
            {result.files.map((file) => (
              <li key={file.url}>
                <a
                  href={file.url}
                  download={file.name}
                  className="inline-flex min-h-11 items-center gap-2 text-accent underline underline-offset-4"
                >
                  <Download className="size-4 shrink-0" />
                  <bdi className="wrap-anywhere min-w-0">{file.name}</bdi>
                </a>{' '}
                <span className="text-ink-soft text-sm">{fileWords(file)}</span>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  );
}
