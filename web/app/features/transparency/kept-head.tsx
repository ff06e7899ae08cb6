import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Button } from '../../ui/button';
import { useHydrated } from '../../ui/figures';
import { TextArea } from '../../ui/inputs';
import { Notice } from '../../ui/states';
import type { HeadAnswer } from './kept-head-check';
import { logQuery } from './queries';

/**
 * For readers who stored a signed state (head) of the public log: proves that the log still begins in the same way. It
 * needs scripts.
 */
export function KeptHead() {
  const { data } = useQuery(logQuery());
  const check = useMutation({
    mutationFn: async (pasted: string): Promise<HeadAnswer | null> => {
      if (!data || pasted.trim() === '') return null;
      return (await import('./kept-head-check')).checkKeptHead(pasted, data);
    },
  });
  const answer = check.error ? { isGood: false, words: check.error.message } : check.data;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    check.mutate(String(new FormData(event.currentTarget).get('head') ?? ''));
  };
  if (!useHydrated()) return null;
  return (
    <form className="grid max-w-[62ch] gap-4" onSubmit={submit}>
      <TextArea
        label="A state of the log that you saved"
        help="Paste the signed head that you saved from /checkpoint. Your browser proves whether today’s log still begins with it."
        name="head"
        rows={6}
        spellCheck={false}
      />
      <div>
        <Button type="submit" variant="secondary" busy={check.isPending}>
          {check.isPending ? 'Checking…' : 'Check it'}
        </Button>
      </div>
      <div aria-live="polite">
        {answer ? <Notice tone={answer.isGood ? 'good' : 'bad'}>{answer.words}</Notice> : null}
      </div>
    </form>
  );
}
