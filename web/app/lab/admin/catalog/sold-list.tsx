import type { StaffSku } from '@vialproof/contract/catalog-staff';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button';
import { StepError } from '../../../ui/step-error';
import { usePlacing } from './queries';
import { SkuFigures, SkuName } from './sku-line';
import { useDrag } from './use-drag';

/**
 * The tests for sale in the order of the price list. An admin changes the order by dragging, by arrow keys on the
 * handle, or by buttons. `skus` are all tests for sale.
 */
export function SoldList({ skus }: { skus: StaffSku[] }) {
  const list = useRef<HTMLOListElement>(null);
  const placing = usePlacing();
  const [said, say] = useState('');
  const ids = skus.map(({ id }) => id);

  const put = (id: string, order: string[]) => {
    const at = order.indexOf(id);
    if (at === placing.idsOfSold().indexOf(id)) return;
    const sku = skus.find((one) => one.id === id);
    say(`${sku?.name} is now number ${at + 1} of ${order.length}.`);
    placing.place({ id, afterId: order[at - 1] ?? null });
  };
  const step = (id: string, by: number) => {
    const now = placing.idsOfSold();
    const at = now.indexOf(id) + by;
    if (at < 0 || at >= now.length) return;
    put(id, now.filter((one) => one !== id).toSpliced(at, 0, id));
  };
  const keys = (id: string) => (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(id, by);
  };
  const drag = useDrag(list, put);

  return (
    <div className="grid gap-3">
      <StepError error={placing.error} />
      <p className="sr-only" role="status">
        {said}
      </p>
      <ol ref={list} className="flex flex-col border-rule border-t">
        {skus.map((sku, place) => (
          <li
            key={sku.id}
            data-id={sku.id}
            style={{ order: drag.placeOf(sku.id) ?? place }}
            className={`grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 border-rule border-b py-1.5 sm:gap-x-4 ${
              drag.dragged === sku.id ? 'bg-accent-soft' : ''
            }`}
          >
            <IconButton
              label={`Move ${sku.name}: drag it, or press the arrow keys`}
              className="-ml-3 cursor-grab touch-none active:cursor-grabbing"
              onPointerDown={drag.grab(sku.id, ids)}
              onKeyDown={keys(sku.id)}
            >
              <GripVertical aria-hidden="true" className="size-5" />
            </IconButton>
            <div className="grid items-center gap-x-6 gap-y-1 py-1.5 md:grid-cols-[minmax(0,1fr)_auto]">
              <SkuName sku={sku} />
              <SkuFigures sku={sku} />
            </div>
            <div className="flex flex-col sm:flex-row">
              <IconButton
                label={`Move ${sku.name} up`}
                disabled={place === 0}
                onClick={() => step(sku.id, -1)}
              >
                <ArrowUp aria-hidden="true" className="size-5" />
              </IconButton>
              <IconButton
                label={`Move ${sku.name} down`}
                disabled={place === skus.length - 1}
                onClick={() => step(sku.id, 1)}
              >
                <ArrowDown aria-hidden="true" className="size-5" />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
