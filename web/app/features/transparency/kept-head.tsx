import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button';
import { TextArea } from '../../ui/inputs';
import { Notice } from '../../ui/states';
import type { HeadAnswer } from './kept-head-check';
import { logQuery } from './queries';

/** For somebody who kept a signed head: does today's log still begin with it? */
export function KeptHead() {
  const { data } = useQuery(logQuery());
  const [pasted, setPasted] = useState('');
  const [answer, setAnswer] = useState<HeadAnswer | null>(null);
  const [busy, setBusy] = useState(false);
  const check = async () => {
    if (!data || pasted.trim() === '') return;
    setBusy(true);
    try {
      setAnswer(await (await import('./kept-head-check')).checkKeptHead(pasted, data));
    } catch (error) {
      setAnswer({
        isGood: false,
        words: error instanceof Error ? error.message : 'The head could not be checked.',
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="mt-10 grid max-w-[62ch] gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void check();
      }}
    >
      <TextArea
        label="A head that you kept"
        help="Paste what /checkpoint answered then. Your browser proves whether today’s log still begins with it."
        rows={6}
        spellCheck={false}
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
      />
      <div>
        <Button type="submit" variant="secondary" busy={busy}>
          {busy ? 'Checking…' : 'Check the head'}
        </Button>
      </div>
      <div aria-live="polite">
        {answer ? <Notice tone={answer.isGood ? 'good' : 'bad'}>{answer.words}</Notice> : null}
      </div>
    </form>
  );
}
