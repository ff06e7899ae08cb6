import { useQuery } from '@tanstack/react-query';
import type { Integration, LabChromatogram } from '@vialproof/contract/chromatograms';
import { isReason, REASON_MISSING } from '@vialproof/contract/reasons';
import type { BaselineKind } from '@vialproof/contract/results';
import { baselineUnder } from '@vialproof/science/chromatography/baseline-lines';
import { measurePeaks } from '@vialproof/science/chromatography/peak-limits';
import { parseResponse } from 'hono/client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../../../lib/api';
import { Button } from '../../../ui/button';
import { Select, TextInput } from '../../../ui/inputs';
import { QueryView } from '../../../ui/query-view';
import { Skeleton } from '../../../ui/states';
import { StepError } from '../../../ui/step-error';
import { notify } from '../../../ui/toast';
import { ConflictNotice } from '../../conflict-notice';
import { OfferedReasons } from '../../offered-reasons';
import { useStep } from '../../use-step';
import { BaselineField } from './baseline-field';
import { BesideProposal, useProposal } from './beside-proposal';
import { ChosenPeak } from './chosen-peak';
import { addPeak, addPeakInView, type Extent, integrationOf, isSame, moveLimit, removePeak } from './editing';
import { isWholeBaseline } from './group-baseline';
import { PeakPlot } from './peak-plot';
import { PeakTable } from './peak-table';
import { blankOverlay, pointsQuery, type TracePoints } from './points';
import { type PeaksForm, storedPeaks, usePeaks } from './use-peaks';
import { VendorTable } from './vendor-table';

const BASELINES: Record<BaselineKind, string> = {
  rolling_ball: 'Rolling ball under the whole run',
  straight: 'Straight lines between the limits',
  instrument: 'As the instrument drew them',
};

/**
 * Edits the start and end of the peaks on the whole chromatogram. The page shows the new areas at once, and the server
 * computes them again.
 */
export default function PeakEditor({
  id,
  requestId,
  data,
  onUnsaved,
}: {
  /** The id of the request, or its task number, as in the address. */
  id: string;
  requestId: string;
  data: LabChromatogram;
  /** Called when the user has changed peaks without saving, and when they are saved. */
  onUnsaved: (isUnsaved: boolean) => void;
}) {
  const points = useQuery(pointsQuery(id, data));
  const form = usePeaks(requestId, data);
  useEffect(() => onUnsaved(form.isDirty), [onUnsaved, form.isDirty]);
  useEffect(() => () => onUnsaved(false), [onUnsaved]);
  return (
    <QueryView query={points} skeleton={<Skeleton className="h-110 w-full" />}>
      {(answer) => <Editor id={id} data={data} points={answer} form={form} />}
    </QueryView>
  );
}

function Editor({
  id,
  data,
  points,
  form,
}: {
  id: string;
  data: LabChromatogram;
  points: TracePoints;
  form: PeaksForm;
}) {
  const { edit, setEdit, isDirty, isConflict } = form;
  const [selected, setSelected] = useState<number | null>(null);
  const [adding, setAdding] = useState(false);
  const [reason, setReason] = useState(data.reason ?? '');
  const [isReasonMissing, setReasonMissing] = useState(false);
  const say = (words: string) => {
    setReason(words);
    setReasonMissing(false);
  };
  const { trace } = points;
  const extent = useMemo(
    () => ({ first: trace.minutes[0] ?? 0, last: trace.minutes[trace.minutes.length - 1] ?? 1 }),
    [trace],
  );
  const view = useRef<Extent>(extent);
  const baseline = useMemo(
    () => baselineUnder(trace, edit, { ...points, rollingBall: () => points.rollingBall }),
    [trace, points, edit],
  );
  const peaks = useMemo(() => measurePeaks(trace, baseline, edit.limits), [trace, baseline, edit.limits]);
  const overlay = useMemo(() => blankOverlay(points, data), [points, data]);
  const main = peaks[edit.main_peak ?? -1];
  const flat = peaks.findIndex((peak) => peak.area <= 0);
  const unit = data.signal_unit ?? 'mAU';
  const { other, layer, button } = useProposal(points, { proposal: data.proposal, edit });
  // The automatic peaks and the instrument's peaks need no reason.
  const needsReason = ![data.proposal, data.instrument].some((found) => found && isSame(edit, found));

  const save = useStep(id, async () => {
    const answer = await parseResponse(
      api.lab.requests[':id'].chromatogram.peaks.$put({
        param: { id },
        json: { ...edit, version: form.version, reason: needsReason ? reason : '' },
      }),
    );
    const stored = answer.data.draft?.chromatogram;
    if (stored) form.savedAs(edit, storedPeaks(stored));
    return answer;
  });
  const change = (next: Integration) => {
    save.reset();
    setEdit(next);
  };
  const goTo = (proposed: Integration) => {
    setSelected(null);
    change(proposed);
  };
  const put = (added: { edit: Integration; peak: number } | null) => {
    setAdding(false);
    if (!added) {
      notify.error('There is no free stretch for a peak there.');
      return;
    }
    change(added.edit);
    setSelected(added.peak);
  };
  const chosen = edit.limits[selected ?? -1];

  return (
    <div id="limits" className="grid scroll-mt-24 gap-4">
      {isConflict ? (
        <ConflictNotice
          what={`${data.changed_by ?? 'Somebody else'} saved other limits while you were changing these.`}
          onKeepMine={form.keepMine}
          onTakeTheirs={form.takeTheirs}
        >
          <p>Yours are still below. Decide which stand.</p>
        </ConflictNotice>
      ) : null}
      <PeakPlot
        trace={trace}
        baseline={baseline}
        isWhole={isWholeBaseline(edit)}
        proposal={layer}
        limits={edit.limits}
        mainPeak={edit.main_peak}
        selected={selected}
        adding={adding}
        overlay={overlay}
        unit={unit}
        label={`Chromatogram with ${peaks.length} peaks${main ? `, main peak ${main.area_percent.toFixed(2)} % by area` : ''}`}
        actions={
          <>
            <Button
              variant="quiet"
              size="small"
              aria-pressed={adding}
              onClick={() => setAdding(!adding)}
              className="aria-pressed:bg-accent-soft"
            >
              Add a peak
            </Button>
            {adding ? (
              <Button variant="secondary" size="small" onClick={() => put(addPeakInView(edit, view.current))}>
                Put one in the widest free stretch
              </Button>
            ) : null}
            {button}
          </>
        }
        onSelect={setSelected}
        onMove={(peak, side, minutes) => change(moveLimit(edit, peak, side, minutes, extent))}
        onAdd={(from, to) => put(addPeak(edit, from, to, extent))}
        onView={(shown) => {
          view.current = shown;
        }}
      />
      {chosen && selected !== null ? (
        <ChosenPeak
          key={selected}
          peak={selected + 1}
          limits={chosen}
          isMain={edit.main_peak === selected}
          onMove={(side, minutes) => change(moveLimit(edit, selected, side, minutes, extent))}
          onMain={() => change({ ...edit, main_peak: selected })}
          onRemove={() => {
            change(removePeak(edit, selected));
            setSelected(null);
          }}
        >
          <BaselineField
            edit={edit}
            peaks={peaks}
            peak={selected}
            hasInstrument={points.instrument.minutes.length > 0}
            onChange={change}
          />
        </ChosenPeak>
      ) : null}
      <PeakTable
        peaks={peaks}
        mainPeak={edit.main_peak}
        unit={unit}
        selected={selected}
        onSelect={(peak) => setSelected(peak === selected ? null : peak)}
      />
      <BesideProposal peaks={peaks} other={other} />
      <VendorTable peaks={data.vendor_peaks} />
      <div className="max-w-sm">
        <Select
          label="Baseline of the whole run"
          value={edit.baseline}
          onChange={(event) => change({ ...edit, baseline: event.target.value as BaselineKind })}
        >
          {(['rolling_ball', 'straight', 'instrument'] as const)
            .filter((kind) => kind !== 'instrument' || points.instrument.minutes.length > 0)
            .map((kind) => (
              <option key={kind} value={kind}>
                {BASELINES[kind]}
              </option>
            ))}
        </Select>
      </div>
      {needsReason ? (
        <>
          <TextInput
            label="Why these are not the proposed peaks"
            help="The reviewer reads it, and so does everybody who reads the certificate."
            maxLength={1000}
            value={reason}
            onChange={(event) => say(event.target.value)}
            error={isReasonMissing ? REASON_MISSING : undefined}
          />
          <OfferedReasons place="limits" onChoose={say} />
        </>
      ) : null}
      <StepError error={save.error} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          busy={save.isPending}
          aria-disabled={!isDirty || isConflict || edit.limits.length === 0 || flat >= 0}
          onClick={() => {
            const isMissing = needsReason && !isReason('limits', reason);
            setReasonMissing(isMissing);
            if (!isMissing) save.mutate(undefined, { onSuccess: () => notify.success('Limits saved.') });
          }}
        >
          {save.isPending ? 'Saving…' : 'Save limits'}
        </Button>
        {isDirty && !isConflict ? (
          <Button variant="secondary" onClick={() => goTo(integrationOf(data))}>
            Undo the changes
          </Button>
        ) : null}
        {data.proposal ? (
          <Button
            variant="secondary"
            disabled={isSame(edit, data.proposal)}
            onClick={() => data.proposal && goTo(data.proposal)}
          >
            Restore the proposal
          </Button>
        ) : null}
        {data.instrument ? (
          <Button
            variant="secondary"
            disabled={isSame(edit, data.instrument)}
            onClick={() => data.instrument && goTo(data.instrument)}
          >
            Take the instrument’s limits
          </Button>
        ) : null}
        <p role="status" className="text-ink-soft text-sm">
          {flat >= 0
            ? `Peak ${flat + 1} has no area above the baseline: move its limits or delete it.`
            : edit.limits.length === 0
              ? 'Keep at least one peak.'
              : isDirty
                ? 'Not saved yet'
                : 'Saved'}
        </p>
      </div>
    </div>
  );
}
