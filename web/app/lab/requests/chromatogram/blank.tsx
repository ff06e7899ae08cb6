import { useMutation } from '@tanstack/react-query';
import type { LabChromatogram } from '@vialproof/contract/chromatograms';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../../lib/api';
import { saveFile } from '../../../lib/save-file';
import { Button } from '../../../ui/button';
import { DropZone } from '../../../ui/drop-zone';
import { Instant } from '../../../ui/figures';
import { StepError } from '../../../ui/step-error';
import { notify } from '../../../ui/toast';
import { useStep } from '../../use-step';
import { formatSize } from '../attachments';
import { type AskedUpload, isQuestion, NumbersQuestion } from '../numbers-question';
import { blankAddress } from './points';

/** Says which blank run (only solvent) belongs to the chromatogram, and whether it is subtracted. */
export function BlankNotes({ id, data, revision }: { id: string; data: LabChromatogram; revision: number }) {
  const { blank } = data;
  const saving = useMutation({
    mutationFn: () => saveFile(blankAddress(id, revision), blank?.file_name ?? ''),
  });
  if (!blank) return null;
  return (
    <div className="grid gap-1 text-sm">
      <p>
        <span>{blank.subtracted ? 'Blank subtracted' : 'Blank not subtracted'}</span>
        {blank.changed_by && blank.changed_at ? (
          <span>
            <span>{` by ${blank.changed_by}, `}</span>
            <Instant at={blank.changed_at} exact />
          </span>
        ) : null}
        <span>.</span>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <Button
          variant="quiet"
          size="small"
          className="-ml-3 min-w-0 break-all text-left"
          busy={saving.isPending}
          onClick={() => saving.mutate()}
        >
          {blank.file_name}
        </Button>
        <span
          className="figures text-ink-soft"
          title={`SHA-256 ${blank.sha256}`}
        >{`${formatSize(blank.size_bytes)} · SHA-256 ${blank.sha256.slice(0, 12)}…`}</span>
      </div>
      <StepError error={saving.error} />
    </div>
  );
}

/** Adds a blank run (only solvent) to the chromatogram, and turns its subtraction on or off. */
export function BlankSteps({
  id,
  data,
  hasUnsavedLimits,
}: {
  id: string;
  data: LabChromatogram;
  /** Whether the user has moved peaks without saving. This change would be lost, because the peaks are found anew. */
  hasUnsavedLimits: boolean;
}) {
  const { blank, version } = data;
  const [isOpen, setOpen] = useState(false);
  const put = useStep(id, (form: AskedUpload) =>
    parseResponse(api.lab.requests[':id'].chromatogram.blank.$post({ param: { id }, form })),
  );
  const send = (upload: AskedUpload) =>
    put.mutate(upload, {
      onSuccess: () => {
        setOpen(false);
        notify.success(`${upload.file.name} lies beside the trace.`);
      },
    });
  const subtract = useStep(id, (subtracted: boolean) =>
    parseResponse(
      api.lab.requests[':id'].chromatogram.blank.$put({ param: { id }, json: { subtracted, version } }),
    ),
  );
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        {blank ? (
          <Button
            variant="secondary"
            size="small"
            busy={subtract.isPending}
            disabled={hasUnsavedLimits}
            onClick={() => subtract.mutate(!blank.subtracted)}
          >
            {blank.subtracted ? 'Do not subtract the blank' : 'Subtract the blank'}
          </Button>
        ) : null}
        {blank?.subtracted ? null : (
          <Button variant="secondary" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {blank ? 'Replace the blank' : 'Add a blank'}
          </Button>
        )}
        {blank ? (
          <p className="text-ink-soft text-sm">
            {hasUnsavedLimits
              ? 'Save the limits or undo their changes first.'
              : 'With or without it, the peaks are proposed anew; limits set by hand are not kept.'}
          </p>
        ) : null}
      </div>
      <StepError error={subtract.error} />
      {isOpen && !blank?.subtracted ? (
        <DropZone
          label={put.isPending ? 'Uploading…' : 'Drop a blank, or choose a file'}
          help="A run of the solvent alone by the same method, in any format of a chromatogram. It may serve several samples and is no injection of any; nothing is subtracted yet."
          accept=".csv,.txt,.arw,.cdf,.nc,.mzml,.xml,text/csv,text/plain,application/netcdf,application/xml"
          busy={put.isPending}
          onFiles={([file]) => send({ file })}
        />
      ) : null}
      <StepError error={isQuestion(put.error) ? null : put.error} />
      <NumbersQuestion step={put} onAnswer={send} />
    </div>
  );
}
