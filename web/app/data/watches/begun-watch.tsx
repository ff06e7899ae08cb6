import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MyWatch } from '@vialproof/contract/watches';
import { useEffect, useRef } from 'react';
import { api } from '../../lib/api';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/states';
import { StepError } from '../../ui/step-error';
import { watchesQuery } from './queries';
import { promiseWords } from './words';

/** Says that an alert to the address of the account has begun, and takes it back. Takes the focus over. */
export function BegunWatch({
  watch,
  email,
  onUndone,
}: {
  watch: MyWatch;
  email: string;
  onUndone: () => void;
}) {
  const queries = useQueryClient();
  const undo = useMutation({
    mutationFn: () => api.me.watches[':id'].$delete({ param: { id: watch.id } }),
    onSuccess: onUndone,
    onSettled: () => queries.invalidateQueries({ queryKey: watchesQuery.queryKey }),
  });
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <div className="grid max-w-md grid-cols-1 justify-items-start gap-3">
      <div ref={words} role="status" tabIndex={-1} className="wrap-anywhere outline-none">
        <Notice tone="good">
          <p className="font-medium">
            You are watching <bdi>{watch.name}</bdi>.
          </p>
          <p className="mt-1">{`Mails go to ${email}. ${promiseWords(watch.kind)}`}</p>
        </Notice>
      </div>
      <StepError error={undo.error} />
      <Button variant="secondary" busy={undo.isPending} onClick={() => undo.mutate()}>
        {undo.isPending ? 'Stopping…' : 'Undo'}
      </Button>
    </div>
  );
}
