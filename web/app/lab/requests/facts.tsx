import type { LabRequest } from '@vialproof/contract/lab';
import { fullDay } from '@vialproof/science/calendar/dates';
import { Printer } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Facts } from '../../ui/data-table';
import { Instant } from '../../ui/figures';
import { Badge, StatusBadge } from '../../ui/status-badge';
import { Due } from '../due';
import { Fold } from '../fold';
import { Subject } from '../subject';
import { saysOf } from './section-words';

/** The top of a sample's page: the task number, as large as on the label, and the state. */
export function SampleHead({
  data: { request, sku, draft },
  title,
}: {
  data: LabRequest;
  /** The heading, which can get the focus. */
  title: Ref<HTMLHeadingElement>;
}) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
      <div className="min-w-0">
        <p className="label">Task</p>
        <p className="figures flex items-center gap-2 text-5xl leading-none">
          {request.task_number}
          <CopyButton text={String(request.task_number)} label="Copy task number" />
        </p>
        <h1 ref={title} tabIndex={-1} className="mt-3 scroll-mt-48 font-medium text-xl outline-none">
          {sku.name}
        </h1>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge status={request.status} />
        {draft?.state === 'in_review' ? <Badge tone="wait">IN REVIEW</Badge> : null}
        {request.due_on && request.status === 'received' ? <Due day={request.due_on} /> : null}
        <Badge>{request.visibility === 'public' ? 'PUBLIC' : 'PRIVATE'}</Badge>
        <Button
          to={`/lab/labels?tasks=${request.task_number}`}
          variant="secondary"
          size="small"
          className="min-h-11"
          icon={<Printer aria-hidden="true" className="size-4" />}
        >
          Vial label
        </Button>
      </div>
    </header>
  );
}

/** The test that was ordered, and what the customer said about the sample. */
export function SampleFacts({ data }: { data: LabRequest }) {
  const { request, sku, customer } = data;
  const optional: [string, ReactNode][] = [
    ['Compound, as stated', request.compound_name],
    ['Dosage, as stated', request.dosage_text],
    ['Maker, as stated', request.manufacturer],
    ['Batch, as stated', request.batch_code],
    ['Tracking number', request.sample_tracking_number],
    ['Condition at intake', request.sample_condition],
    ['Paid', request.paid_at ? <Instant key="paid" at={request.paid_at} exact /> : null],
    ['Received', request.received_at ? <Instant key="received" at={request.received_at} exact /> : null],
    ['Completed', request.completed_at ? <Instant key="completed" at={request.completed_at} exact /> : null],
  ];
  const items = [
    { label: 'Sample required', value: sku.sample_requirement },
    { label: 'Turnaround', value: sku.tat_text },
    ...(request.due_on ? [{ label: 'Promised for', value: fullDay(request.due_on) }] : []),
    ...(customer ? [{ label: 'Customer', value: customer.display_name }] : []),
    ...optional.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
  ];
  return (
    <Fold name="sample" title="Sample" says={saysOf.sample(data)} startsOpen={data.may.intake}>
      <Facts items={items} />
      {request.notes ? (
        <div className="border-rule border-t pt-2">
          <p className="label">Customer’s notes</p>
          <p className="max-w-prose whitespace-pre-line">{request.notes}</p>
        </div>
      ) : null}
      {data.is_own ? null : <Subject id={request.id} />}
    </Fold>
  );
}
