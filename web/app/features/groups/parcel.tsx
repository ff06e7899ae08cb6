import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Parcel as ParcelFacts } from '@vialproof/contract/orders';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../lib/problem';
import { useLive } from '../../lib/use-live';
import { BackLink } from '../../ui/back-link';
import { Button } from '../../ui/button';
import { Drawing, PrintButton, PrintSheet } from '../../ui/print-sheet';
import { QueryView } from '../../ui/query-view';
import { EmptyState, Skeleton } from '../../ui/states';
import { parcelQuery } from './queries';
import TrackingForm from './tracking-form';
import { useGroupAction } from './use-group-action';

/** For the person who sends the vial of a group: the content of the parcel, its label, and the laboratory's address. */
export function Parcel({ id }: { id: string }) {
  const queries = useQueryClient();
  const parcel = useQuery(parcelQuery(id));
  useLive({}, (news) => {
    if (!news || (news.kind === 'request' && news.id === id))
      void queries.invalidateQueries({ queryKey: parcelQuery(id).queryKey });
  });
  const { error } = parcel;
  const isOver = error instanceof ApiProblem && (error.status === 404 || error.status === 409);
  // The parcel is not needed any more, so earlier data about it are hidden.
  if (isOver) {
    return (
      <>
        <h1 className="sr-only">Parcel</h1>
        <EmptyState
          title="Nothing to print"
          action={<Button to="/group-tests?category=progress">All group tests</Button>}
        >
          {error.status === 409 ? error.detail : 'There is no vial that you send for this test.'}
        </EmptyState>
      </>
    );
  }
  return (
    <QueryView query={parcel} heading="Parcel" skeleton={<Skeleton className="h-96 max-w-3xl" />}>
      {(facts) => <Sheet parcel={facts} />}
    </QueryView>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <span aria-hidden="true" className="mt-[0.2em] size-4 shrink-0 border-2 border-current" />
      <span>{children}</span>
    </li>
  );
}

/** Shown when the parcel is on its way. */
function OnItsWay({ parcel, group }: { parcel: ParcelFacts; group: string }) {
  const queries = useQueryClient();
  const action = useGroupAction(group);
  return (
    <section className="grid gap-4 border-rule border-t pt-5 print:hidden">
      <h2 className="display-3">Once it is on its way</h2>
      <TrackingForm
        id={group}
        saved={parcel.sample_tracking_number}
        action={action}
        onSaved={() => void queries.invalidateQueries({ queryKey: ['parcel'] })}
      />
    </section>
  );
}

function Sheet({ parcel }: { parcel: ParcelFacts }) {
  const { task_number: task, ship_to: to, group_test_id: group } = parcel;
  return (
    <div className="grid gap-6">
      {group ? <BackLink to={`/group-tests/${group}`}>The group</BackLink> : null}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="display-2">{`Parcel of task #${task}`}</h1>
          <p className="mt-2 max-w-prose text-ink-soft">
            Print it, tape the label onto the vial, and put the sheet into the parcel. Without a printer,
            write the task number on the vial and on a slip of paper.
          </p>
        </div>
        <PrintButton>Print the sheet</PrintButton>
      </div>
      <PrintSheet>
        <div className="grid gap-8">
          <div className="flex items-start justify-between gap-6 border-current border-b-2 pb-5">
            <div>
              <p className="text-sm">Task number</p>
              <p className="figures font-medium text-5xl leading-none sm:text-6xl">{task}</p>
              <p className="mt-4">{parcel.sku_name}</p>
            </div>
            <Drawing
              svg={parcel.qr_svg}
              label={`QR code of task ${task}`}
              className="-m-2 size-32 sm:size-36"
            />
          </div>
          <div>
            <p className="text-sm">Send to</p>
            <address className="mt-1 whitespace-pre-line text-lg not-italic leading-snug">
              {`${to.name}\n${to.address}`}
            </address>
          </div>
          <div>
            <p className="font-medium">In this parcel</p>
            <ul className="mt-2 grid gap-2">
              <Line>{parcel.sample_requirement}</Line>
              <Line>{`The task number ${task} on each vial, by label or by hand`}</Line>
              <Line>This sheet</Line>
            </ul>
          </div>
          <div>
            <p className="text-sm">Label: cut it out and tape it onto the vial</p>
            <Drawing
              svg={parcel.vial_label.svg}
              label={`Label of task ${task}: the number, its QR code and its bar code`}
              className="mt-2 block h-[29mm] w-[62mm] outline-1 outline-current outline-dashed"
            />
          </div>
        </div>
      </PrintSheet>
      {group && parcel.may_track ? <OnItsWay parcel={parcel} group={group} /> : null}
    </div>
  );
}
