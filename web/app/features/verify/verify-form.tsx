import { CircleAlert } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Form, useLocation, useNavigation, useSubmit } from 'react-router';
import { useConfig } from '../../lib/config';
import { keep, readKept } from '../../lib/kept';
import { Button } from '../../ui/button';
import { FormAlert } from '../../ui/error-banner';
import { TextInput } from '../../ui/inputs';
import { type Credentials, credentialsIn } from './certificate-code';
import type { VerifyAnswer } from './check';
import { PdfResult } from './pdf-result';
import { PictureCheck } from './picture-check';
import { WhereToFind } from './where-to-find';

/** Loads the script that shows an answer. The page needs it only when the reader sends the form. */
export const loadResult = () => import('./verification-result');
const VerificationResult = lazy(async () => ({ default: (await loadResult()).VerificationResult }));

/** The name under which this tab stores the input, so that the input survives a reload. */
const keptName = 'verify';

/**
 * The fields of the form. They keep input from before hydration. Hidden fields hold what else a code says; typing a
 * number or key clears them.
 */
function useBoxes() {
  const task = useRef<HTMLInputElement>(null);
  const key = useRef<HTMLInputElement>(null);
  const revision = useRef<HTMLInputElement>(null);
  const commitment = useRef<HTMLInputElement>(null);
  const fill = (named: Credentials) => {
    if (task.current) task.current.value = named.taskNumber;
    if (key.current) key.current.value = named.uniqueKey;
    if (revision.current) revision.current.value = named.revision?.toString() ?? '';
    if (commitment.current) commitment.current.value = named.commitment ?? '';
  };
  const keepTyped = () => {
    if (revision.current) revision.current.value = '';
    if (commitment.current) commitment.current.value = '';
    keep(keptName, { taskNumber: task.current?.value ?? '', uniqueKey: key.current?.value ?? '' });
  };
  return { task, key, revision, commitment, fill, keepTyped };
}

/** The values of the form's fields that a code contains. */
const fieldsOf = ({ taskNumber, uniqueKey, revision, commitment }: Credentials) => ({
  taskNumber,
  uniqueKey,
  revision: revision?.toString() ?? '',
  c: commitment ?? '',
});

/**
 * The form that verifies a test. Without scripts the server answers with a page. It uses POST, so that no address
 * contains the key.
 */
export function VerifyForm({ answer }: { answer: VerifyAnswer | undefined }) {
  const { task, key, revision, commitment, fill, keepTyped } = useBoxes();
  const result = useRef<HTMLDivElement>(null);
  const submit = useSubmit();
  const { hash } = useLocation();
  const busy = useNavigation().formData !== undefined;
  // While a picture is read, the earlier answer must not look like the answer for it.
  const [outdated, setOutdated] = useState<VerifyAnswer>();
  const [noCode, setNoCode] = useState('');
  const [pdf, setPdf] = useState<File>();
  const { failure, failedField, verification } = (!busy && answer !== outdated && answer) || {};
  const isEmpty = answer?.taskNumber === '' || answer?.uniqueKey === '';
  const brand = useConfig()?.brand;
  const host = brand ? new URL(brand.url).host : '';

  const check = (named: Credentials) => {
    fill(named);
    void submit(fieldsOf(named), {
      method: 'post',
      action: '/verify',
      replace: true,
      preventScrollReset: true,
    });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a code is checked once, when the address gets it.
  useEffect(() => {
    const scanned = credentialsIn(hash);
    if (!scanned) {
      const kept = readKept<Credentials>(keptName);
      if (kept && !task.current?.value && !key.current?.value) fill(kept);
      return;
    }
    // The key must not stay in the history or in the address bar, where others may see it.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    check(scanned);
  }, [hash]);

  useEffect(() => {
    if (answer?.failedField) (answer.failedField === 'taskNumber' ? task : key).current?.focus();
  }, [answer, task, key]);

  // The page scrolls to the answer: on a phone it is above the form, and on a larger screen the reader may be anywhere.
  const showResult = () => {
    // If the focus was on a button of the old answer, it goes to the new one.
    if (document.activeElement === document.body) result.current?.focus({ preventScroll: true });
    if (matchMedia('(width < 64rem)').matches) result.current?.scrollIntoView({ block: 'start' });
    else result.current?.querySelector('h2')?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-16 gap-y-10 lg:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <Form
          method="post"
          action="/verify"
          noValidate
          replace
          preventScrollReset
          onInput={keepTyped}
          className="grid gap-5"
        >
          <FormAlert text={(failedField ? '' : failure) ?? (answer === outdated ? noCode : '')} />
          <TextInput
            label="Task number"
            name="taskNumber"
            mono
            inputMode="numeric"
            autoComplete="off"
            placeholder="10001"
            maxLength={500}
            defaultValue={answer?.taskNumber}
            error={failedField === 'taskNumber' ? failure : undefined}
            isMarked={failedField === 'uniqueKey' && !isEmpty}
            ref={task}
          />
          <TextInput
            label="Unique key"
            name="uniqueKey"
            mono
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="XXXX-XXXX-XXXX"
            help="Twelve characters. Upper or lower case, with or without dashes."
            maxLength={500}
            defaultValue={answer?.uniqueKey}
            error={failedField === 'uniqueKey' ? failure : undefined}
            isMarked={failedField === 'taskNumber' && answer?.uniqueKey === ''}
            ref={key}
          />
          <input type="hidden" name="revision" ref={revision} />
          <input type="hidden" name="c" ref={commitment} />
          <div>
            <Button type="submit" size="large" busy={busy}>
              {busy ? 'Verifying…' : 'Verify'}
            </Button>
          </div>
          {host ? (
            <p className="flex items-start gap-3 border-rule border-t pt-4 text-ink-soft text-sm">
              <CircleAlert className="mt-0.5 size-4 text-wait" />
              <span className="min-w-0">
                Copies of this page exist. The address bar must read{' '}
                <strong className="figures wrap-anywhere font-medium text-ink">{host}</strong>, letter by
                letter.
              </span>
            </p>
          ) : null}
        </Form>
        <noscript>
          <p className="text-ink-soft text-sm">
            Your browser reads a photo, a screenshot or a PDF itself, and needs JavaScript for it.
          </p>
        </noscript>
        {brand ? (
          <PictureCheck
            siteUrl={brand.url}
            onRead={() => {
              setOutdated(answer);
              setNoCode('');
              setPdf(undefined);
            }}
            onCertificate={check}
            onPdf={setPdf}
            onNone={(words) => {
              setNoCode(words);
              task.current?.focus();
            }}
          />
        ) : null}
      </div>
      {/* Without scripts the page does not scroll, so in one column the answer comes first. */}
      <div className={verification || pdf ? 'max-lg:order-first' : ''}>
        <div ref={result} aria-live="polite" tabIndex={-1} className="outline-none">
          {answer && verification ? (
            <Suspense fallback={null}>
              <VerificationResult answer={{ ...answer, verification }} onShown={showResult} />
            </Suspense>
          ) : null}
        </div>
        {pdf ? (
          <div className={verification ? 'mt-6' : ''}>
            <PdfResult file={pdf} verified={answer?.verification} />
          </div>
        ) : null}
        {verification || pdf ? null : <WhereToFind />}
      </div>
    </div>
  );
}
