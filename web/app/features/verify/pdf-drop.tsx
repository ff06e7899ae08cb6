import { useMutation } from '@tanstack/react-query';
import { Minus } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { DropZone } from '../../ui/drop-zone';
import { Notice } from '../../ui/states';

const PdfAnswerView = lazy(async () => ({ default: (await import('./pdf-answer')).PdfAnswerView }));

const questions = [
  'Did the laboratory sign it?',
  'Is every byte as it was signed?',
  'Does the public log hold it?',
  'Does it still stand, or was it replaced or withdrawn?',
];

/** Checks a certificate's file without sending it anywhere. `given`: one that was dropped elsewhere on the page. */
export function PdfDrop({ given }: { given: File | null }) {
  const place = useRef<HTMLDivElement>(null);
  const check = useMutation({
    mutationFn: async (file: File) => (await import('./pdf-check')).checkPdf(file),
  });
  const take = useEffectEvent((file: File) => {
    check.mutate(file);
    place.current?.scrollIntoView({ block: 'center' });
  });
  useEffect(() => {
    if (given) take(given);
  }, [given]);
  return (
    <div ref={place} className="grid items-start gap-x-16 gap-y-6 lg:grid-cols-2">
      <DropZone
        label={check.isPending ? 'Checking…' : 'Drop the PDF here, or choose it'}
        help="The file is read on this device and never uploaded. Only its SHA-256 fingerprint is looked up."
        accept="application/pdf,.pdf"
        busy={check.isPending}
        onFiles={([file]) => check.mutate(file)}
      />
      <div aria-live="polite" aria-busy={check.isPending}>
        {check.isIdle ? (
          <ul className="grid gap-2 border-rule border-t pt-4 text-ink-soft lg:border-t-0 lg:pt-2">
            {questions.map((question) => (
              <li key={question} className="flex items-start gap-3">
                <Minus className="mt-1 size-4 text-ink-faint" />
                {question}
              </li>
            ))}
          </ul>
        ) : null}
        {check.error ? <Notice tone="bad">{check.error.message}</Notice> : null}
        {check.data ? (
          <Suspense fallback={null}>
            <PdfAnswerView answer={check.data} />
          </Suspense>
        ) : null}
      </div>
    </div>
  );
}
