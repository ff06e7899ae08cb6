import { Check, Minus } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { DropZone } from '../../ui/drop-zone';
import { Notice } from '../../ui/states';
import type { PdfAnswer } from './pdf-check';

const answerView = () => import('./pdf-answer');
const checker = () => import('./pdf-check');
const siteKeys = async () => (await checker()).laboratoryKeys();
const PdfAnswerView = lazy(async () => ({ default: (await answerView()).PdfAnswerView }));

const noKeys =
  'This site’s own keys could not be fetched, so yours cannot be compared with them. Connect, and choose the files again.';

const parts = [
  { name: 'pdf', label: 'The certificate', kind: 'PDF' },
  { name: 'proof', label: 'Its proof', kind: '.tlog-proof' },
  { name: 'keys', label: 'The keys', kind: 'certificate-keys.txt' },
] as const;
type Part = (typeof parts)[number]['name'];
type Files = Partial<Record<Part, File>>;

/** Which of the three files this file is. The first bytes decide, because the name may be wrong. */
async function partOf(file: File): Promise<Part | undefined> {
  const head = await file.slice(0, 200_000).text();
  if (head.startsWith('%PDF-')) return 'pdf';
  if (head.startsWith('c2sp.org/tlog-proof@')) return 'proof';
  // A PDF with extra bytes at its beginning is a forgery, and the check reports it.
  if (head.includes('%PDF-')) return 'pdf';
  return head.includes('-----BEGIN CERTIFICATE-----') ? 'keys' : undefined;
}

/** The three files so far, and the answer about them. `place` is the part of the page that must be visible once. */
function useThreeFiles() {
  const [files, setFiles] = useState<Files>({});
  const [answer, setAnswer] = useState<PdfAnswer | null>(null);
  const [failure, setFailure] = useState('');
  const ownKeys = useRef<ReturnType<typeof siteKeys>>(undefined);
  // The reader may drop the next file while the page still reads the one before.
  const sorting = useRef<Promise<Files>>(Promise.resolve({}));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return undefined;
    // Loaded as soon as this part is visible, because the connection may be gone later.
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      seen.disconnect();
      ownKeys.current = siteKeys();
      void Promise.all([answerView(), ownKeys.current]).catch(() => undefined);
    });
    seen.observe(place.current);
    return () => seen.disconnect();
  }, []);

  const take = async (given: File[]) => {
    const strangers: string[] = [];
    const sorted = sorting.current.then(async (before) => {
      const next = { ...before };
      for (const file of given) {
        const part = await partOf(file).catch(() => undefined);
        if (part) next[part] = file;
        else strangers.push(file.name);
      }
      return next;
    });
    sorting.current = sorted;
    const next = await sorted;
    setFiles(next);
    setAnswer(null);
    setFailure(strangers.length > 0 ? `Not one of the three files: ${strangers.join(', ')}.` : '');
    const { pdf, proof, keys } = next;
    if (!pdf || !proof || !keys) return;
    // Files that came meanwhile get their own answer.
    const isLast = () => sorting.current === sorted;
    try {
      // The keys of the site are requested again only after a failure.
      ownKeys.current = ownKeys.current?.catch(siteKeys) ?? siteKeys();
      const site = await ownKeys.current.catch(() => {
        throw new Error(noKeys);
      });
      const found = await (await checker()).checkWithoutUs({ pdf, proof, keys }, site);
      if (isLast()) setAnswer(found);
    } catch (error) {
      if (isLast()) setFailure(error instanceof Error ? error.message : 'The files could not be checked.');
    }
  };
  return { place, files, answer, failure, take };
}

/**
 * Checks a certificate with its proof and the keys. All three files stay on this device. It also works offline, if it
 * was visible once. Online it also says whether the certificate was replaced or withdrawn.
 */
export function PdfWithoutUs() {
  const { place, files, answer, failure, take } = useThreeFiles();
  return (
    <div ref={place} className="grid items-start gap-x-12 gap-y-6 lg:grid-cols-2">
      <DropZone
        label="Drop the three files here, or choose them"
        help="Together or one after the other. They stay on this device: only the certificate’s SHA-256 is looked up, where there is a connection. The keys are compared with those of this site."
        accept=".pdf,.tlog-proof,.txt,.pem"
        several
        onFiles={(given) => void take(given)}
      >
        <ul className="mt-5 grid gap-2 text-sm">
          {parts.map(({ name, label, kind }) => (
            <li key={name} className="flex items-baseline gap-2">
              {files[name] ? (
                <Check className="size-3.5 translate-y-0.5 text-good" />
              ) : (
                <Minus className="size-3.5 translate-y-0.5 text-ink-faint" />
              )}
              <span className="shrink-0">{label}</span>
              <span className="figures min-w-0 break-all text-ink-soft">{files[name]?.name ?? kind}</span>
            </li>
          ))}
        </ul>
      </DropZone>
      <div aria-live="polite" className="grid gap-4">
        {failure ? <Notice tone="bad">{failure}</Notice> : null}
        {answer ? (
          <Suspense fallback={null}>
            <PdfAnswerView answer={answer} />
          </Suspense>
        ) : null}
      </div>
    </div>
  );
}
