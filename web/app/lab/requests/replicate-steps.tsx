import type { LabChromatogram } from '@vialproof/contract/chromatograms';
import type { Injection } from '@vialproof/contract/injections';
import type { LabRequest } from '@vialproof/contract/lab';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../lib/api';
import { ApiProblem } from '../../lib/problem';
import { Button } from '../../ui/button';
import { DropZone } from '../../ui/drop-zone';
import { Notice } from '../../ui/states';
import { StepError } from '../../ui/step-error';
import { notify } from '../../ui/toast';
import { ReasonDialog } from '../reason-dialog';
import { useStep } from '../use-step';
import { type AskedUpload, isQuestion, NumbersQuestion } from './numbers-question';

/** The measurement whose chromatogram is shown, and those that count with it. */
export type Drawn = Pick<LabChromatogram, 'replicates'>;

/** Why a measurement cannot count with the shown one. The words follow its name. */
export const problemOf = ({ replicates }: Drawn, injection: Injection) =>
  replicates.find(({ injection_id: id }) => id === injection.id)?.problem;

/** Shows why a measurement cannot count with the shown one. */
export function ReplicateProblem({ drawn, injection }: { drawn: Drawn | null; injection: Injection }) {
  const problem = drawn && problemOf(drawn, injection);
  if (!problem) return null;
  return (
    <Notice tone="wait">{`${injection.file_name} ${problem}. Count it again, or say why it is not used.`}</Notice>
  );
}

const wantsReason = (error: unknown) =>
  error instanceof ApiProblem && error.errors.some(({ path }) => path === 'reason');

/** Lets a measurement count with the shown one. With a warning, it needs a reason. */
export function CountStep({ id, injection }: { id: string; injection: Injection }) {
  const [isAsking, setAsking] = useState(false);
  const count = useStep(id, (reason: string) =>
    parseResponse(
      api.lab.requests[':id'].injections[':injection_id'].$put({
        param: { id, injection_id: injection.id },
        json: { used: true, as: 'replicate', reason },
      }),
    ),
  );
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        busy={count.isPending && !isAsking}
        onClick={() => count.mutate('', { onError: (error) => setAsking(wantsReason(error)) })}
      >
        Count it in the mean
      </Button>
      <StepError error={isAsking || wantsReason(count.error) ? null : count.error} />
      <ReasonDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        place="replicate"
        title={`Why is ${injection.file_name} reported?`}
        action="Count it"
        busyAction="Counting…"
        step={count}
      >
        <ul className="grid gap-1">
          {injection.warnings.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p>The reviewer reads the reason, and so does everybody who reads the certificate.</p>
      </ReasonDialog>
    </>
  );
}

/** Uploads one more measurement of the sample, which counts with the shown one. */
export function AddInjection({ id, data }: { id: string; data: LabRequest }) {
  const add = useStep(id, (upload: AskedUpload) =>
    parseResponse(
      api.lab.requests[':id'].chromatogram.$post({ param: { id }, form: { ...upload, as: 'replicate' } }),
    ),
  );
  if (!data.may.edit || !data.draft?.chromatogram) return null;
  const before = data.draft.chromatogram.replicates.length;
  const told = (name: string, now: number) =>
    now > before
      ? notify.success(`${name} is counted in the mean.`)
      : notify.info(`${name} is kept and not counted yet: see it in the list.`);
  const send = (upload: AskedUpload) =>
    add.mutate(upload, {
      onSuccess: ({ data: now }) => told(upload.file.name, now.draft?.chromatogram?.replicates.length ?? 0),
    });
  return (
    <div className="grid gap-3">
      <DropZone
        label={add.isPending ? 'Uploading…' : 'Add an injection of the same sample'}
        help="Its purity counts beside that of the drawn one: the result is their mean"
        accept=".csv,.txt,.arw,.cdf,.nc,.mzml,.xml,text/csv,text/plain,application/netcdf,application/xml"
        busy={add.isPending}
        onFiles={([file]) => send({ file })}
      />
      <StepError error={isQuestion(add.error) ? null : add.error} />
      <NumbersQuestion step={add} onAnswer={send} />
    </div>
  );
}
