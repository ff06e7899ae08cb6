import { FILE_LIMIT, FILE_LIMIT_BYTES } from '@vialproof/contract/file-limits';
import type { LabRequest } from '@vialproof/contract/lab';
import { parseResponse } from 'hono/client';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../lib/api';
import { DropZone } from '../../ui/drop-zone';
import { Skeleton } from '../../ui/states';
import { StepError } from '../../ui/step-error';
import { notify } from '../../ui/toast';
import { Fold } from '../fold';
import { useStep } from '../use-step';
import { AttachmentList, formatSize } from './attachments';
import { BlankSteps } from './chromatogram/blank';
import { ChannelChoice } from './chromatogram/channel-choice';
import { TraceNotes } from './chromatogram/trace-notes';
import { type TraceRefusal, WarningReason } from './chromatogram/warning-reason';
import { type AskedUpload, isQuestion, NumbersQuestion } from './numbers-question';
import { saysOf } from './section-words';

const PeakEditor = lazy(() => import('./chromatogram/peak-editor'));

const TOO_LARGE = `At most ${FILE_LIMIT} are read: export the detector trace alone, without spectra, as CSV or ANDI/AIA netCDF.`;

/**
 * The chromatogram. The user drops or chooses a file, and gets peaks that can be edited. A wrong file shows the reason.
 */
export function ChromatogramUpload({
  id,
  data,
  hasUnsavedLimits,
  refusal,
  onUnsaved,
}: {
  id: string;
  data: LabRequest;
  hasUnsavedLimits: boolean;
  /** Why the server did not take a result because of its chromatogram. */
  refusal: TraceRefusal | null;
  /** Called when the user has changed peaks without saving, and when they are saved. */
  onUnsaved: (isUnsaved: boolean) => void;
}) {
  const { draft, request } = data;
  const [refused, setRefused] = useState<Error | null>(null);
  const step = useStep(id, (form: AskedUpload) =>
    parseResponse(api.lab.requests[':id'].chromatogram.$post({ param: { id }, form })),
  );
  const send = (upload: AskedUpload) =>
    step.mutate(upload, { onSuccess: () => notify.success(`${upload.file.name} read.`) });
  const take = (file: File) => {
    step.reset();
    // Says so before hundreds of megabytes are uploaded. The server refuses the file too.
    const isTooLarge = file.size > FILE_LIMIT_BYTES;
    setRefused(isTooLarge ? new Error(`${file.name} has ${formatSize(file.size)}. ${TOO_LARGE}`) : null);
    if (!isTooLarge) send({ file });
  };
  const trace = draft?.chromatogram;
  return (
    <Fold
      name="trace"
      title="Chromatogram"
      says={saysOf.trace(data)}
      needsLook={refusal !== null || hasUnsavedLimits}
    >
      <DropZone
        label={
          step.isPending
            ? 'Uploading…'
            : trace
              ? 'Replace the chromatogram'
              : 'Drop a chromatogram, or choose a file'
        }
        help={`CSV, text of LabSolutions, Chromeleon or Empower (.arw), ANDI/AIA netCDF or mzML, at most ${FILE_LIMIT}`}
        accept=".csv,.txt,.arw,.cdf,.nc,.mzml,.xml,text/csv,text/plain,application/netcdf,application/xml"
        busy={step.isPending}
        onFiles={([file]) => take(file)}
      />
      <StepError error={refused ?? (isQuestion(step.error) ? null : step.error)} />
      <NumbersQuestion step={step} onAnswer={send} />
      {trace && draft ? (
        <>
          <TraceNotes id={id} data={trace} revision={draft.revision} isEdited />
          <WarningReason
            key={`${trace.sha256} ${trace.explained?.at}`}
            id={id}
            data={trace}
            refusal={refusal}
          />
          <ChannelChoice id={id} data={trace} hasUnsavedLimits={hasUnsavedLimits} />
          <BlankSteps id={id} data={trace} hasUnsavedLimits={hasUnsavedLimits} />
          <Suspense fallback={<Skeleton className="h-110 w-full" />}>
            {/* Another curve gets a new editor, because the peaks would be wrong for it. */}
            <PeakEditor
              key={`${trace.sha256} ${trace.channel} ${trace.blank?.subtracted}`}
              id={id}
              requestId={request.id}
              data={trace}
              onUnsaved={onUnsaved}
            />
          </Suspense>
        </>
      ) : null}
    </Fold>
  );
}

export function AttachmentUpload({ id, data }: { id: string; data: LabRequest }) {
  const step = useStep(id, (file: File) =>
    parseResponse(api.lab.requests[':id'].attachments.$post({ param: { id }, form: { file } })),
  );
  return (
    <Fold name="attachments" title="Attachments" says={saysOf.attachments(data)} startsOpen={false}>
      <DropZone
        label={step.isPending ? 'Uploading…' : 'Drop a file, or choose one'}
        help={`PDF, PNG, JPEG or CSV, at most ${FILE_LIMIT}. Published with the result; place and names that a camera wrote into a picture are removed.`}
        accept=".pdf,.png,.jpg,.jpeg,.csv"
        busy={step.isPending}
        onFiles={([file]) => step.mutate(file, { onSuccess: () => notify.success(`${file.name} attached.`) })}
      />
      <StepError error={step.error} />
      <AttachmentList attachments={data.draft?.attachments ?? []} />
    </Fold>
  );
}
