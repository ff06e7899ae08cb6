import { useQuery } from '@tanstack/react-query';
import { BackLink } from '../../ui/back-link';
import { PrintButton } from '../../ui/print-sheet';
import { VialLabelSheet } from '../../ui/vial-label';
import { Unprintable, Waiting } from './print-states';
import { labelsQuery } from './queries';

/** The label for the vial in its real size. */
export function VialLabel({ id }: { id: string }) {
  const labels = useQuery(labelsQuery(id));
  if (!labels.data) {
    return labels.isError ? <Unprintable id={id} query={labels} /> : <Waiting title="Vial label" />;
  }
  const { task_number, vial_label } = labels.data;
  return (
    <div className="grid gap-6">
      <BackLink to={`/dashboard/tests/${id}`}>{`Task #${task_number}`}</BackLink>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="display-2">Vial label</h1>
          <p className="mt-2 max-w-prose text-ink-soft">{`${vial_label.width_mm} × ${vial_label.height_mm} mm, for a label printer. On plain paper it prints in the same size: cut it out and tape it on. Without a printer, write the task number on the vial.`}</p>
        </div>
        <PrintButton>Print the label</PrintButton>
      </div>
      <VialLabelSheet task={task_number} svg={vial_label.svg} />
    </div>
  );
}
