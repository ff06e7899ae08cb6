import { useMutation } from '@tanstack/react-query';
import type { Verification } from '@vialproof/contract/verification';
import { Minus } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { DropZone } from '../../ui/drop-zone';
import { Notice } from '../../ui/states';

const PdfAnswerView = lazy(async () => ({ default: (await import('./pdf-answer')).PdfAnswerView }));
const PaperAnswer = lazy(async () => ({ default: (await import('./paper/paper-answer')).PaperAnswer }));

const questions = [
  'Did the laboratory sign it?',
  'Is every byte as it was signed?',
  'Does the public log hold it?',
  'Does it still stand, or was it replaced or withdrawn?',
];

/**
 * Checks the file of a certificate without sending it. If the file was never issued, its text is compared with the
 * record that the text names, or with `verified`. `given` is a file that the reader dropped elsewhere on the page.
 */
export function PdfDrop({ given, verified }: { given: File | null; verified: Verification | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const answer = useRef<HTMLDivElement>(null);
  const paper = useMutation({
    mutationFn: async (file: File) => (await import('./paper/judge-pdf')).judgePdf(file, verified),
  });
  const check = useMutation({
    onMutate: () => paper.reset(),
    mutationFn: async (file: File) => (await import('./pdf-check')).checkPdf(file),
    onSuccess: ({ record }, file) => {
      if (!record) paper.mutate(file);
    },
  });
  const take = useEffectEvent((file: File) => {
    check.mutate(file);
    place.current?.scrollIntoView({ block: 'center' });
  });
  useEffect(() => {
    if (given) take(given);
  }, [given]);
  // If the reader has verified a certificate since, the file is compared with that certificate, unless the file itself
  // names one.
  const compareAgain = useEffectEvent(() => {
    const judged = paper.data;
    const isOpen = judged?.kind === 'unnamed' || (judged?.kind === 'closed' && !judged.named);
    if (verified && check.variables && isOpen) paper.mutate(check.variables);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per answer of the form.
  useEffect(() => compareAgain(), [verified]);
  const isRead = !check.isPending && !paper.isPending && (check.data ?? check.error) !== null;
  // The page scrolls once per file: when the comparison is repeated, the page has already scrolled to the verified
  // certificate.
  const shown = useRef(0);
  useEffect(() => {
    if (!isRead || shown.current === check.submittedAt) return;
    shown.current = check.submittedAt;
    if (matchMedia('(width < 64rem)').matches) answer.current?.scrollIntoView({ block: 'start' });
  }, [isRead, check.submittedAt]);
  return (
    <div ref={place} className="grid items-start gap-x-16 gap-y-6 lg:grid-cols-2">
      <DropZone
        label={check.isPending ? 'Checking…' : 'Drop the PDF here, or choose it'}
        help="The file is read on this device and never uploaded. Only its SHA-256 fingerprint is looked up, and number and key if it shows them."
        accept="application/pdf,.pdf"
        busy={check.isPending}
        onFiles={([file]) => check.mutate(file)}
      />
      <div
        ref={answer}
        aria-live="polite"
        aria-busy={check.isPending || paper.isPending}
        className="scroll-mt-4"
      >
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
            <PdfAnswerView answer={check.data}>
              {paper.isPending ? <p className="text-ink-soft">Reading its text…</p> : null}
              {paper.error ? <Notice tone="wait">{paper.error.message}</Notice> : null}
              {paper.data ? <PaperAnswer judgement={paper.data} /> : null}
            </PdfAnswerView>
          </Suspense>
        ) : null}
      </div>
    </div>
  );
}
