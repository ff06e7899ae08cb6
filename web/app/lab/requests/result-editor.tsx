import type { LabRequest } from '@vialproof/contract/lab';
import type { Secret } from '@vialproof/contract/signatures';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../lib/api';
import { showFieldErrors } from '../../lib/field-errors';
import { ApiProblem } from '../../lib/problem';
import { Button } from '../../ui/button';
import { Instant } from '../../ui/figures';
import { Form } from '../../ui/form';
import { TextArea, TextInput } from '../../ui/inputs';
import { Notice } from '../../ui/states';
import { StepError } from '../../ui/step-error';
import { notify } from '../../ui/toast';
import { Fold } from '../fold';
import { Panel } from '../panel';
import { ShortcutList, useShortcuts } from '../shortcuts';
import { SignDialog } from '../sign-dialog';
import { useStep } from '../use-step';
import type { TraceRefusal } from './chromatogram/warning-reason';
import { DraftConflict } from './draft-conflict';
import { bodyOf, type DraftFields, sentPlaces } from './draft-fields';
import { fieldOf } from './field-paths';
import { MeasurementRows } from './measurement-rows';
import { RecordFields } from './record-fields';
import { saysOf } from './section-words';
import { useDraftForm } from './use-draft-form';

/** Whether an error belongs to the chromatogram or to the list of measurements, which show it themselves. */
const isElsewhere = (path: string) => path === 'chromatogram.reason' || path.startsWith('injections.');

const isUnsigned = (error: unknown) => error instanceof ApiProblem && error.code === 'signature_refused';

/** The form of the result: title, summary and measurements. A save says which version the user has seen. */
export function ResultEditor({
  id,
  data,
  hasUnsavedLimits,
  onTraceRefused,
}: {
  id: string;
  data: LabRequest;
  /** Whether the chromatogram has unsaved peaks. The result would then differ from the screen. */
  hasUnsavedLimits: boolean;
  /** Called with the reason if the server does not take a result because of its chromatogram. */
  onTraceRefused: (refusal: TraceRefusal) => void;
}) {
  const { draft } = data;
  const draftForm = useDraftForm(data);
  const { form, isDirty, version, isConflict } = draftForm;
  const { register, handleSubmit, formState, setError, clearErrors } = form;

  const showRefusal = (error: unknown) => {
    const message = error instanceof ApiProblem ? error.field('chromatogram.reason') : undefined;
    if (message !== undefined) onTraceRefused({ message, version: draft?.chromatogram?.version });
    const sent = sentPlaces(form.getValues());
    const nameOf = (path: string) => (isElsewhere(path) ? undefined : (fieldOf(path, sent) as 'title'));
    showFieldErrors(error, nameOf, setError);
  };
  const save = useStep(id, async (fields: DraftFields) => {
    const answer = await parseResponse(
      api.lab.requests[':id'].result.$put({ param: { id }, json: bodyOf(fields, version) }),
    );
    draftForm.saved({ version: answer.data.draft?.version ?? 0, edit: fields });
    return answer;
  });
  const chromatogram = draft?.chromatogram ?? null;
  /** The saved version that the person is about to sign. */
  const [signing, setSigning] = useState<number | null>(null);
  const submit = useStep(id, (signed: Secret & { version: number }) =>
    parseResponse(
      api.lab.requests[':id'].submit.$post({
        param: { id },
        json: { ...signed, meaning: 'measured', chromatogram_version: chromatogram?.version ?? null },
      }),
    ),
  );
  const sign = (secret: Secret) =>
    submit.mutate(
      { ...secret, version: signing ?? version },
      {
        onSuccess: () => {
          setSigning(null);
          notify.success('Handed to review.');
        },
        onError: (error) => {
          // Other errors are shown at their fields, which are behind the dialog.
          if (isUnsigned(error)) return;
          setSigning(null);
          showRefusal(error);
        },
      },
    );
  const [isHeld, setHeld] = useState(false);
  const busy = save.isPending || submit.isPending;
  const blocked = busy || isConflict;

  // The form cannot know why the server refused, so an old error does not stop a new try.
  const afresh = async (step: () => Promise<void>) => {
    clearErrors();
    await draftForm.settle();
    return step();
  };
  const saveNow = handleSubmit(async (fields) => {
    if (blocked) return;
    submit.reset();
    await save.mutateAsync(fields).then(() => notify.success('Draft saved.'), showRefusal);
  });
  const submitNow = handleSubmit(async (fields) => {
    if (blocked) return;
    submit.reset();
    setHeld(hasUnsavedLimits);
    if (hasUnsavedLimits) return;
    try {
      const saved = isDirty || !draft ? (await save.mutateAsync(fields)).data.draft?.version : version;
      // The server checks the result first, and then asks for a signature. So a wrong result opens no dialog.
      await submit.mutateAsync({ version: saved ?? version }).catch((error: unknown) => {
        if (!isUnsigned(error)) throw error;
        setSigning(saved ?? version);
      });
    } catch (error) {
      showRefusal(error);
    }
  });
  useShortcuts({ s: () => void afresh(saveNow), Enter: () => void afresh(submitNow) });
  const stale = save.error instanceof ApiProblem && save.error.code === 'stale_draft';

  return (
    <Panel
      title={draft && draft.revision > 1 ? `Result, revision ${draft.revision}` : 'Result'}
      aside={
        <ShortcutList
          items={[
            { key: 'S', does: 'save' },
            { key: 'Enter', does: 'submit' },
          ]}
        />
      }
    >
      {draft?.amend_reason ? (
        <Notice>
          <span className="font-medium">Amendment:</span> {draft.amend_reason}
        </Notice>
      ) : null}
      {draftForm.isRestored ? (
        <Notice tone="wait">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <span>What you typed before was not saved; it is in the form again.</span>
            <Button variant="secondary" size="small" onClick={draftForm.takeTheirs}>
              Discard it
            </Button>
          </div>
        </Notice>
      ) : null}
      {isConflict && draft ? (
        <DraftConflict theirs={draft} onKeepMine={draftForm.keepMine} onTakeTheirs={draftForm.takeTheirs} />
      ) : null}
      <Form onSubmit={() => afresh(saveNow)}>
        <Fold
          name="words"
          title="What it says"
          says={saysOf.words(form.getValues())}
          level={3}
          needsLook={formState.errors.title !== undefined || formState.errors.summary !== undefined}
        >
          <TextInput
            {...register('title')}
            label="Title"
            maxLength={200}
            autoComplete="off"
            help="As it is listed and printed, such as ‘BPC-157 5 mg, purity and assay’."
            error={formState.errors.title?.message}
          />
          <TextArea
            {...register('summary')}
            label="Summary"
            rows={3}
            maxLength={4000}
            help="One or two sentences for a reader who is no chemist."
            error={formState.errors.summary?.message}
          />
        </Fold>
        <Fold
          name="lines"
          title="Measurements"
          says={saysOf.lines(form.getValues())}
          level={3}
          needsLook={formState.errors.measurements !== undefined}
        >
          <MeasurementRows
            form={form}
            proposal={data.proposal}
            stated={data.request.dosage_text}
            trace={
              chromatogram && {
                purity_percent: chromatogram.purity_percent,
                peaks: { length: chromatogram.peaks.length },
                others: chromatogram.replicates.map(({ purity_percent: percent }) => percent),
                ...(chromatogram.signal_unit && { signal_unit: chromatogram.signal_unit }),
              }
            }
          />
        </Fold>
        <RecordFields form={form} requires={data.proposal?.requires ?? []} />
        {/* The comparison above already explains that the draft is out of date. */}
        <StepError error={(stale ? null : save.error) ?? (isUnsigned(submit.error) ? null : submit.error)} />
        {isHeld && hasUnsavedLimits ? (
          <Notice tone="wait">
            <p role="alert">
              The limits on the chromatogram were changed and are not saved. Save them or undo the changes{' '}
              <a href="#limits" className="link">
                at the chromatogram
              </a>
              , then submit.
            </p>
          </Notice>
        ) : null}
        <div className="flex flex-wrap items-center gap-3 border-rule border-t pt-5">
          <Button
            type="submit"
            variant="secondary"
            size="large"
            aria-keyshortcuts="Control+S"
            aria-disabled={blocked || (!isDirty && draft !== null)}
            busy={save.isPending}
          >
            {save.isPending ? 'Saving…' : 'Save draft'}
          </Button>
          <Button
            size="large"
            aria-keyshortcuts="Control+Enter"
            aria-disabled={blocked}
            busy={submit.isPending}
            onClick={() => void afresh(submitNow)}
          >
            {submit.isPending ? 'Submitting…' : 'Submit for review'}
          </Button>
          <p role="status" className="text-ink-soft text-sm">
            {isDirty ? <span>Not saved yet</span> : null}
            {!isDirty && draft ? (
              <span>
                Saved <Instant at={draft.updated_at} exact />
              </span>
            ) : null}
          </p>
        </div>
      </Form>
      <SignDialog
        open={signing !== null}
        onClose={() => setSigning(null)}
        title={`Hand in the result of task ${data.request.task_number}?`}
        meaning="measured"
        action="Sign and hand in"
        busyAction="Signing…"
        step={submit}
        onSign={sign}
      >
        <p>A second person reviews it. It can be changed again only if it is returned.</p>
      </SignDialog>
    </Panel>
  );
}
