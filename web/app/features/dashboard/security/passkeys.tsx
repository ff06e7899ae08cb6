import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Passkey } from '@vialproof/contract/passkeys';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { AddPasskey } from '../../../data/account/add-passkey';
import { passkeysQuery } from '../../../data/account/queries';
import { mine } from '../../../data/orders/queries';
import { api } from '../../../lib/api';
import { useConfig } from '../../../lib/config';
import { usePasskeysHere } from '../../../lib/passkeys';
import { replaceUser, useSession } from '../../../lib/session';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { Instant } from '../../../ui/figures';
import { QueryView } from '../../../ui/query-view';
import { notify } from '../../../ui/toast';

/** One passkey, with a button that removes it. */
function Entry({ passkey, isLast }: { passkey: Passkey; isLast: boolean }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => api.me.passkeys[':id'].$delete({ param: { id: passkey.id } }),
    onSuccess: async () => {
      setAsking(false);
      notify.success('Passkey removed.');
      if (isLast) replaceUser({ passkey: 'off' });
      await queries.invalidateQueries({ queryKey: mine });
    },
  });
  const close = () => {
    remove.reset();
    setAsking(false);
  };
  return (
    <li className="grid gap-x-4 gap-y-3 border-rule border-b py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="flex min-w-0 items-start gap-4">
        <KeyRound aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
        <div className="grid min-w-0 gap-0.5">
          <p className="wrap-anywhere font-medium">
            <bdi>{passkey.name}</bdi>
          </p>
          <p className="flex flex-wrap gap-x-4 text-ink-soft text-sm">
            <span>
              Added <Instant at={passkey.created_at} />
            </span>
            {passkey.last_used_at ? (
              <span key="used">
                Last used <Instant at={passkey.last_used_at} exact />
              </span>
            ) : (
              <span key="never">Never used</span>
            )}
          </p>
        </div>
      </div>
      <Button
        variant="secondary"
        size="small"
        onClick={() => setAsking(true)}
        className="ml-9 justify-self-start sm:ml-0"
      >
        Remove…<span className="sr-only">{` ${passkey.name}`}</span>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={close}
        title="Remove this passkey?"
        back="Keep it"
        action="Remove"
        busyAction="Removing…"
        danger
        step={remove}
        onConfirm={() => remove.mutate()}
      >
        <p>
          Nobody can sign in with{' '}
          <strong className="wrap-anywhere font-medium">
            <bdi>{passkey.name}</bdi>
          </strong>{' '}
          any more. The device or its password manager goes on listing it until you delete it there too.
        </p>
      </ConfirmDialog>
    </li>
  );
}

/** The passkeys of the account: what they are, which there are, and how to add one. */
export function Passkeys() {
  const passkeys = useQuery(passkeysQuery);
  const isHere = usePasskeysHere();
  const address = useConfig()?.brand.url ?? '';
  const user = useSession()?.user;
  const [isAdding, setAdding] = useState(false);
  const needs = user?.passkey === 'unused' || user?.passkey === 'required';
  return (
    <section className="grid min-w-0 gap-4">
      <h2 className="display-3">Passkeys</h2>
      <p className="max-w-prose text-ink-soft">
        A passkey is a key on your device, opened by fingerprint, face or PIN. It counts as password and
        second step at once, and your password still works.
      </p>
      {needs ? <p className="text-wait">Your role needs one: the laboratory opens with it.</p> : null}
      <QueryView query={passkeys}>
        {(list) =>
          list.length > 0 ? (
            <ul aria-label="Passkeys" className="border-rule border-t">
              {list.map((passkey) => (
                <Entry key={passkey.id} passkey={passkey} isLast={list.length === 1} />
              ))}
            </ul>
          ) : (
            <p>You have none yet.</p>
          )
        }
      </QueryView>
      {isHere ? (
        <div>
          <Button
            variant="secondary"
            icon={<KeyRound aria-hidden="true" className="size-4" />}
            onClick={() => setAdding(true)}
          >
            Add a passkey
          </Button>
        </div>
      ) : (
        <p className="wrap-anywhere text-ink-soft text-sm">
          {`To add one, open ${address} in a browser that knows passkeys.`}
        </p>
      )}
      <AddPasskey open={isAdding} onClose={() => setAdding(false)} />
    </section>
  );
}
