import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Form, useLocation, useNavigation, useSubmit } from 'react-router';
import { useConfig } from '../../lib/config';
import { keep, readKept } from '../../lib/kept';
import { Button } from '../../ui/button';
import { FormAlert } from '../../ui/error-banner';
import { TextInput } from '../../ui/inputs';
import { type Credentials, credentialsIn } from './certificate-code';
import type { VerifyAnswer } from './check';
import { PictureCheck } from './picture-check';
import { VerificationResult } from './verification-result';
import { WhereToFind } from './where-to-find';

/** What was typed survives a reload of this tab. */
const keptName = 'verify';

/**
 * The boxes keep their own contents, so that what was typed before the page came alive stays. Revision and commitment have
 * no boxes that are seen: they belong to the code that named them, and go when number or key are typed.
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

/** The fields of the form for what a code names. */
const fieldsOf = ({ taskNumber, uniqueKey, revision, commitment }: Credentials) => ({
  taskNumber,
  uniqueKey,
  revision: revision?.toString() ?? '',
  c: commitment ?? '',
});

/**
 * A form that the server answers with a page (`answer`), and with scripts in place. It is sent by POST, so that the key is
 * in no address.
 */
export function VerifyForm({
  answer,
  onPdf,
}: {
  answer: VerifyAnswer | undefined;
  /** A PDF was given where pictures are read. */
  onPdf: (file: File) => void;
}) {
  const { task, key, revision, commitment, fill, keepTyped } = useBoxes();
  const result = useRef<HTMLDivElement>(null);
  const submit = useSubmit();
  const { hash } = useLocation();
  const busy = useNavigation().formData !== undefined;
  // While a picture is read, and after one without a certificate of ours, no earlier answer may be taken for its own.
  const [outdated, setOutdated] = useState<VerifyAnswer>();
  const [noCode, setNoCode] = useState('');
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: a code is checked once, when it comes into the address.
  useEffect(() => {
    const scanned = credentialsIn(hash);
    if (!scanned) {
      const kept = readKept<Credentials>(keptName);
      if (kept && !task.current?.value && !key.current?.value) fill(kept);
      return;
    }
    // The key belongs in the form, not in the history or a shared screen's address bar.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    check(scanned);
  }, [hash]);

  useEffect(() => {
    if (answer?.failedField) (answer.failedField === 'taskNumber' ? task : key).current?.focus();
  }, [answer, task, key]);

  // On a telephone the answer stands over the form, which is as wide as the screen: whoever scanned a code should not have
  // to look for it. Elsewhere it stands beside the form, but a code is pasted, and a PDF's button pressed, anywhere.
  useEffect(() => {
    if (!verification) return;
    // Whoever pressed a button of the answer before this one, which is gone, goes on from here.
    if (document.activeElement === document.body) result.current?.focus({ preventScroll: true });
    if (matchMedia('(width < 64rem)').matches) result.current?.scrollIntoView({ block: 'start' });
    else result.current?.querySelector('h2')?.scrollIntoView({ block: 'nearest' });
  }, [verification]);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-16 gap-y-10 lg:grid-cols-2">
      <div className="grid gap-8">
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
        {brand ? (
          <PictureCheck
            siteUrl={brand.url}
            onRead={() => {
              setOutdated(answer);
              setNoCode('');
            }}
            onCertificate={check}
            onPdf={onPdf}
            onNone={(words) => {
              setNoCode(words);
              task.current?.focus();
            }}
          />
        ) : null}
      </div>
      {/* Without scripts nothing moves the page to the answer: it stands first where the columns are one. */}
      <div className={verification ? 'max-lg:order-first' : ''}>
        <div ref={result} aria-live="polite" tabIndex={-1} className="outline-none">
          {answer && verification ? <VerificationResult answer={{ ...answer, verification }} /> : null}
        </div>
        {verification ? null : <WhereToFind />}
      </div>
    </div>
  );
}
