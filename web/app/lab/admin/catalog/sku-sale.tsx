import type { StaffSku } from '@vialproof/contract/catalog-staff';
import { POPULAR_PLACES } from '@vialproof/contract/catalog-staff';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../../lib/api';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { Instant } from '../../../ui/figures';
import { Select } from '../../../ui/inputs';
import { StepError } from '../../../ui/step-error';
import { notify } from '../../../ui/toast';
import { useListChange, useSkuChange } from './queries';

/** Where the test stands among the popular cards of /pricing. */
export function PopularPlace({ sku, popular }: { sku: StaffSku; popular: StaffSku[] }) {
  const change = useListChange((rank: number | null) =>
    parseResponse(api.lab.skus[':id'].popular.$post({ param: { id: sku.id }, json: { rank } })),
  );
  const isFull = popular.length === POPULAR_PLACES && sku.popular_rank === null;
  const last = popular.at(-1);
  return (
    <div className="grid gap-2">
      <Select
        label="Place among the popular tests"
        help={
          isFull && last
            ? `Those from there on move one down; ${last.name} leaves.`
            : 'Those from there on move one down.'
        }
        value={String(sku.popular_rank ?? '')}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.target.value ? Number(event.target.value) : null)}
      >
        <option value="">Not popular</option>
        {Array.from({ length: POPULAR_PLACES }, (_, n) => n + 1).map((rank) => {
          const held = popular.find((one) => one.popular_rank === rank);
          return (
            <option key={rank} value={rank}>
              {held && held.id !== sku.id ? `${rank}, before ${held.name}` : rank}
            </option>
          );
        })}
      </Select>
      <StepError error={change.error} />
    </div>
  );
}

function RetireDialog({ sku, open, onClose }: { sku: StaffSku; open: boolean; onClose: () => void }) {
  const retire = useSkuChange(() =>
    parseResponse(
      api.lab.skus[':id'].retire.$post({ param: { id: sku.id }, json: { version: sku.version } }),
    ),
  );
  const go = () =>
    retire.mutate(undefined, {
      onSuccess: () => {
        notify.success('Retired.');
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Retire ${sku.name}?`}
      back="Keep selling it"
      action="Retire"
      busyAction="Retiring…"
      danger
      step={retire}
      onConfirm={go}
    >
      <p>
        {`It leaves the price list at once${sku.popular_rank === null ? '' : ', and the popular tests'}. Nobody can order it any more.`}
      </p>
      <p>Orders that exist go on as they are, at their price. You can bring it back at any time.</p>
    </ConfirmDialog>
  );
}

/** Says whether a test is for sale, with the button that changes it. */
export function SaleState({ sku }: { sku: StaffSku }) {
  const [asks, setAsks] = useState(false);
  const back = useSkuChange(() =>
    parseResponse(
      api.lab.skus[':id']['bring-back'].$post({ param: { id: sku.id }, json: { version: sku.version } }),
    ),
  );
  if (sku.retired_at) {
    return (
      <div className="grid justify-items-start gap-3">
        <p>
          Retired since <Instant at={sku.retired_at} />. Nobody can order it; it keeps its address and its
          place in the list.
        </p>
        <Button
          variant="secondary"
          busy={back.isPending}
          onClick={() => back.mutate(undefined, { onSuccess: () => notify.success('On sale again.') })}
        >
          {back.isPending ? 'Bringing back…' : 'Bring back'}
        </Button>
        <StepError error={back.error} />
      </div>
    );
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p>On sale now.</p>
      <Button variant="danger" onClick={() => setAsks(true)}>
        Retire…
      </Button>
      <RetireDialog sku={sku} open={asks} onClose={() => setAsks(false)} />
    </div>
  );
}
