import { REJECTION_WORDS } from '@vialproof/contract/sample-rejection';
import { Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useConfig } from '../../lib/config';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { Instant } from '../../ui/figures';
import { PrintButton, PrintSheet } from '../../ui/print-sheet';
import { Notice } from '../../ui/states';
import type { Done } from './use-parcel';

function outcomeWords({ outcome, rejection }: Done['lines'][number]): string {
  if (outcome.outcome === 'not_taken') return `Not taken in. ${outcome.detail ?? ''}`;
  if (outcome.outcome === 'refused')
    return `Refused: ${REJECTION_WORDS[rejection ?? 'other'].label.toLowerCase()}`;
  return 'Received';
}

const skuOf = ({ sample }: Done['lines'][number]) =>
  sample && sample !== 'unknown' && 'sku_name' in sample
    ? [...new Set([sample.sku_name, sample.compound_name, sample.batch_code])].filter(Boolean).join(' · ')
    : '';

/** The result for each vial of a parcel, printed as a sheet that stays with the parcel. */
export function Protocol({ done, onNext }: { done: Done; onNext: () => void }) {
  const brand = useConfig()?.brand;
  const email = useSession()?.user.email;
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const received = done.lines.filter(({ outcome }) => outcome.outcome === 'received');
  const left = done.lines.filter(({ outcome }) => outcome.outcome === 'not_taken');
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1
          ref={head}
          tabIndex={-1}
          className="display-2 outline-none"
        >{`${received.length} of ${done.lines.length} taken in`}</h1>
        <div className="flex flex-wrap gap-3">
          {received.length > 0 ? (
            <Button
              to={`/lab/labels?tasks=${received.map(({ task }) => task).join(',')}`}
              variant="secondary"
              icon={<Printer aria-hidden="true" className="size-4" />}
            >
              Print labels
            </Button>
          ) : null}
          <PrintButton>Print protocol</PrintButton>
          <Button variant="secondary" onClick={onNext}>
            Next parcel
          </Button>
        </div>
      </div>
      {left.length > 0 ? (
        <Notice tone="bad">
          <span className="font-medium text-bad">
            {left.length === 1 ? 'One vial was not taken in.' : `${left.length} vials were not taken in.`}
          </span>{' '}
          Something changed while the parcel lay open. The protocol says why.
        </Notice>
      ) : null}
      <PrintSheet>
        <h2 className="font-medium text-xl">Parcel protocol</h2>
        <p className="mt-1">
          {brand?.lab_name} · <Instant at={done.at} exact /> · {email}
        </p>
        <table className="mt-6 w-full border-collapse text-left text-sm">
          <thead>
            <tr className="border-black border-b">
              <th scope="col" className="py-1.5 pr-4 font-medium">
                Task
              </th>
              <th scope="col" className="py-1.5 pr-4 font-medium">
                Sample
              </th>
              <th scope="col" className="py-1.5 font-medium">
                Outcome
              </th>
            </tr>
          </thead>
          <tbody>
            {done.lines.map((line) => (
              <tr key={line.id} className="break-inside-avoid border-gray-400 border-b align-top">
                <td className="figures py-2 pr-4">{line.task}</td>
                <td className="py-2 pr-4">{skuOf(line)}</td>
                <td className="py-2">
                  <span className="block font-medium">{outcomeWords(line)}</span>
                  <span className="block">{[line.condition, line.note].filter(Boolean).join('. ')}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="mt-10 max-w-64 border-black border-t pt-1 text-xs">Signature</p>
      </PrintSheet>
    </div>
  );
}
