import { useMutation } from '@tanstack/react-query';
import type { Verification } from '@vialproof/contract/verification';
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { Notice } from '../../ui/states';

const PdfAnswerView = lazy(async () => ({ default: (await import('./pdf-answer')).PdfAnswerView }));
const PaperAnswer = lazy(async () => ({ default: (await import('./paper/paper-answer')).PaperAnswer }));

/** The file whose text is compared, and what the reader had verified by then. */
interface Compared {
  pdf: File;
  verified: Verification | undefined;
}

/**
 * Checks the file of a certificate without sending it. If the file was never issued, its text is compared with the
 * record that the text names, or with `verified`.
 */
export function PdfResult({ file, verified }: { file: File; verified: Verification | undefined }) {
  const answer = useRef<HTMLDivElement>(null);
  const paper = useMutation({
    mutationFn: async (asked: Compared) =>
      (await import('./paper/judge-pdf')).judgePdf(asked.pdf, asked.verified),
  });
  const check = useMutation({
    onMutate: () => paper.reset(),
    mutationFn: async (pdf: File) => (await import('./pdf-check')).checkPdf(pdf),
    onSuccess: ({ record }, pdf) => {
      if (!record) paper.mutate({ pdf, verified });
    },
  });
  const take = useEffectEvent(() => check.mutate(file));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per file.
  useEffect(() => take(), [file]);
  // If the reader has verified a certificate since, also while the text was being read, the file is compared with that
  // certificate, unless the file itself names one.
  const compareAgain = useEffectEvent(() => {
    const { data: judged, variables: asked } = paper;
    const isOpen = judged?.kind === 'unnamed' || (judged?.kind === 'closed' && !judged.named);
    if (verified && asked && asked.verified !== verified && isOpen)
      paper.mutate({ pdf: asked.pdf, verified });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per answer of the form and per judgement.
  useEffect(() => compareAgain(), [verified, paper.data]);
  const isBusy = check.isPending || paper.isPending;
  const isRead = !isBusy && (check.data ?? check.error) !== null;
  // The page scrolls once per file: when the comparison is repeated, the page has already scrolled to the verified
  // certificate.
  const shown = useRef(0);
  useEffect(() => {
    if (!isRead || shown.current === check.submittedAt) return;
    shown.current = check.submittedAt;
    const block = matchMedia('(width < 64rem)').matches ? 'start' : 'nearest';
    answer.current?.scrollIntoView({ block });
  }, [isRead, check.submittedAt]);
  return (
    <div ref={answer} aria-live="polite" aria-busy={isBusy} className="scroll-my-4">
      {check.isPending ? <p className="text-ink-soft">Checking…</p> : null}
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
  );
}
