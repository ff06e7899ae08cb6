import { Minus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Notice } from '../../ui/states';
import type { PdfAnswer } from './pdf-check';
import { FileZone } from './pdf-zone';

const PdfAnswerView = lazy(async () => ({ default: (await import('./pdf-answer')).PdfAnswerView }));

const questions = [
  'Did the laboratory sign it?',
  'Is every byte as it was signed?',
  'Does the public log hold it?',
  'Does it still stand, or was it replaced or withdrawn?',
];

type State =
  | { step: 'idle' }
  | { step: 'checking'; name: string }
  | { step: 'failed'; words: string }
  | PdfAnswerStep;
type PdfAnswerStep = { step: 'done'; answer: PdfAnswer };

/** Checks a certificate's file without sending it anywhere. */
export function PdfDrop() {
  const [state, setState] = useState<State>({ step: 'idle' });
  const check = async (file: File) => {
    setState({ step: 'checking', name: file.name });
    try {
      const { checkPdf } = await import('./pdf-check');
      setState({ step: 'done', answer: await checkPdf(file) });
    } catch (error) {
      setState({
        step: 'failed',
        words: error instanceof Error ? error.message : 'The file could not be checked.',
      });
    }
  };
  const isChecking = state.step === 'checking';
  return (
    <div className="grid items-start gap-x-16 gap-y-6 lg:grid-cols-2">
      <FileZone
        title={isChecking ? 'Checking…' : 'Drop the PDF here, or choose it'}
        help="The file is read on this device and never uploaded. Only its SHA-256 fingerprint is looked up."
        accept="application/pdf,.pdf"
        busy={isChecking}
        onFiles={([file]) => {
          if (file) void check(file);
        }}
      />
      <div aria-live="polite" aria-busy={isChecking}>
        {state.step === 'idle' ? (
          <ul className="grid gap-2 border-rule border-t pt-4 text-ink-soft lg:border-t-0 lg:pt-2">
            {questions.map((question) => (
              <li key={question} className="flex items-start gap-3">
                <Minus className="mt-1 size-4 text-ink-faint" />
                {question}
              </li>
            ))}
          </ul>
        ) : null}
        {state.step === 'failed' ? <Notice tone="bad">{state.words}</Notice> : null}
        {state.step === 'done' ? (
          <Suspense fallback={null}>
            <PdfAnswerView answer={state.answer} />
          </Suspense>
        ) : null}
      </div>
    </div>
  );
}
