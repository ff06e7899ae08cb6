import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useConfig } from '../../lib/config';
import { ApiProblem } from '../../lib/problem';
import { Button } from '../../ui/button';
import { TextInput } from '../../ui/inputs';
import { Notice } from '../../ui/states';
import { type Credentials, verificationQuery } from './queries';
import { VerificationResult } from './verification-result';
import { WhereToFind } from './where-to-find';

/** Number and key from a certificate's QR code: `#task=10001&key=XXXX-XXXX-XXXX`. */
function credentialsInAddress(): Credentials | null {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  const taskNumber = fragment.get('task')?.trim();
  const uniqueKey = fragment.get('key')?.trim();
  return taskNumber && uniqueKey ? { taskNumber, uniqueKey } : null;
}

function refusal(error: Error): string {
  if (error instanceof ApiProblem && (error.status === 404 || error.status === 422 || error.status === 400)) {
    return 'Invalid task number or key.';
  }
  return error.message;
}

export function VerifyForm() {
  // The boxes keep their own contents, so that what was typed before the page came alive stays.
  const taskBox = useRef<HTMLInputElement>(null);
  const keyBox = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState<Credentials | null>(null);
  const [incomplete, setIncomplete] = useState(false);
  const answer = useRef<HTMLDivElement>(null);
  const query = useQuery(verificationQuery(asked));
  const settled = query.isFetching ? null : query;
  const failure = incomplete ? 'Please enter both fields.' : settled?.error ? refusal(settled.error) : null;
  const verification = failure === null ? settled?.data : undefined;
  const brand = useConfig()?.brand;
  const host = brand ? new URL(brand.url).host : '';

  useEffect(() => {
    const read = () => {
      const found = credentialsInAddress();
      if (!found) return;
      if (taskBox.current) taskBox.current.value = found.taskNumber;
      if (keyBox.current) keyBox.current.value = found.uniqueKey;
      setIncomplete(false);
      setAsked(found);
      // The key belongs in the form, not in the history or a shared screen's address bar.
      window.history.replaceState(window.history.state, '', window.location.pathname);
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);

  // On a telephone the answer stands under the form: whoever scanned a code should not have to look for it.
  const found = verification !== undefined;
  useEffect(() => {
    if (found && matchMedia('(width < 64rem)').matches) answer.current?.scrollIntoView({ block: 'start' });
  }, [found]);

  const check = (event: FormEvent) => {
    event.preventDefault();
    const typed = (box: typeof taskBox) => box.current?.value.trim() ?? '';
    const credentials = { taskNumber: typed(taskBox).replace(/^#/, ''), uniqueKey: typed(keyBox) };
    const missing = credentials.taskNumber === '' || credentials.uniqueKey === '';
    setIncomplete(missing);
    if (missing) {
      (credentials.taskNumber === '' ? taskBox : keyBox).current?.focus();
      return;
    }
    const same = asked?.taskNumber === credentials.taskNumber && asked.uniqueKey === credentials.uniqueKey;
    if (same) void query.refetch();
    else setAsked(credentials);
  };

  return (
    <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-2">
      <form noValidate onSubmit={check} className="grid gap-5">
        <TextInput
          label="Task number"
          mono
          inputMode="numeric"
          autoComplete="off"
          placeholder="10001"
          maxLength={20}
          ref={taskBox}
        />
        <TextInput
          label="Unique key"
          mono
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="XXXX-XXXX-XXXX"
          help="Twelve characters. Upper or lower case, with or without dashes."
          maxLength={40}
          ref={keyBox}
        />
        <div>
          <Button type="submit" size="large" busy={query.isFetching}>
            {query.isFetching ? 'Verifying…' : 'Verify'}
          </Button>
          {/* Where one has just pressed: on a telephone the other column is below the screen. */}
          <div aria-live="polite">
            {failure ? (
              <div className="mt-5">
                <Notice tone="bad">{failure}</Notice>
              </div>
            ) : null}
          </div>
        </div>
        <noscript>
          <p className="text-bad text-sm">
            Checking needs JavaScript, which is switched off in this browser.
          </p>
        </noscript>
        {host ? (
          <p className="flex items-start gap-3 border-rule border-t pt-4 text-ink-soft text-sm">
            <CircleAlert className="mt-0.5 size-4 text-wait" />
            <span>
              Copies of this page exist. The address bar must read{' '}
              <strong className="figures font-medium text-ink">{host}</strong>, letter by letter.
            </span>
          </p>
        ) : null}
      </form>
      <div>
        <div ref={answer} aria-live="polite">
          {verification ? <VerificationResult verification={verification} /> : null}
        </div>
        {verification ? null : <WhereToFind />}
      </div>
    </div>
  );
}
