import type { LabRequest } from '@vialproof/contract/lab';
import { api } from '../../lib/api';
import { read } from '../../lib/client';
import { notify } from '../../ui/toast';
import { Panel } from '../panel';
import { StepError } from '../step-error';
import { AttachmentList } from './attachments';
import { DropZone } from './drop-zone';
import { TraceView } from './trace-view';
import { useStep } from './use-step';

/** The detector trace: dropped or chosen as CSV, shown with its peaks; a file that is none says line and reason. */
export function ChromatogramUpload({ id, draft }: { id: string; draft: LabRequest['draft'] }) {
  const step = useStep(id, (file: File) =>
    read(api.lab.requests[':id'].chromatogram.$post({ param: { id }, form: { file } })),
  );
  const trace = draft?.chromatogram;
  return (
    <Panel title="Chromatogram">
      <DropZone
        label={trace ? 'Replace the chromatogram' : 'Drop a chromatogram, or choose a file'}
        hint="CSV with minutes and mAU, at most 10 MB"
        accept=".csv,.txt,text/csv,text/plain"
        busy={step.isPending}
        onFile={(file) => step.mutate(file, { onSuccess: () => notify.success(`${file.name} read.`) })}
      />
      <StepError error={step.error} />
      {trace ? <TraceView data={trace} /> : null}
    </Panel>
  );
}

export function AttachmentUpload({ id, draft }: { id: string; draft: LabRequest['draft'] }) {
  const step = useStep(id, (file: File) =>
    read(api.lab.requests[':id'].attachments.$post({ param: { id }, form: { file } })),
  );
  return (
    <Panel title="Attachments">
      <DropZone
        label="Drop a file, or choose one"
        hint="PDF, PNG, JPEG or CSV, at most 10 MB. Published with the result."
        accept=".pdf,.png,.jpg,.jpeg,.csv"
        busy={step.isPending}
        onFile={(file) => step.mutate(file, { onSuccess: () => notify.success(`${file.name} attached.`) })}
      />
      <StepError error={step.error} />
      <AttachmentList attachments={draft?.attachments ?? []} />
    </Panel>
  );
}
