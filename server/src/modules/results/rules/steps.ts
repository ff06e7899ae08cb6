import type { HistoryEntry } from '@vialproof/contract/history';
import type { LabStep } from '@vialproof/contract/lab';
import type { TimelineEntry } from '@vialproof/contract/orders';

/** Log entries that the history of the order tells better. */
const SAID_BY_ORDER = new Set(['request.tracking_changed']);

/** Every step of a sample, oldest first. Several saves in a row are one step. Only staff are named. */
export function stepsOf(timeline: readonly TimelineEntry[], entries: readonly HistoryEntry[]): LabStep[] {
  // The log also contains the steps of the order, with the names of people.
  const logged = new Map(entries.map((entry) => [`${entry.action} ${entry.at}`, stepOf(entry)]));
  const isOfOrder = new Set(timeline.map(({ kind, at }) => `request.${kind} ${at}`));
  const ordered = timeline.map(
    ({ kind, at, note }): LabStep => ({
      what: kind,
      at,
      until: null,
      times: 1,
      by: logged.get(`request.${kind} ${at}`)?.by ?? null,
      revision: null,
      note,
      to: null,
    }),
  );
  // The log begins with the newest entry.
  const worked = entries
    .toReversed()
    .filter(({ action, at }) => !SAID_BY_ORDER.has(action) && !isOfOrder.has(`${action} ${at}`))
    .map(stepOf);
  const all = [...ordered, ...worked].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const steps: LabStep[] = [];
  for (const step of all) {
    const last = steps.at(-1);
    if (last && isSameWork(last, step))
      steps[steps.length - 1] = { ...last, times: last.times + 1, until: step.at };
    else steps.push(step);
  }
  return steps;
}

const isSameWork = (one: LabStep, other: LabStep) =>
  other.what === 'result.saved' &&
  one.what === other.what &&
  one.by === other.by &&
  one.revision === other.revision;

function stepOf({ at, actor, action, detail }: HistoryEntry): LabStep {
  const said = detail.comment ?? detail.reason;
  const { to } = (detail.assignee ?? {}) as { to?: string | null };
  const isStaff = actor?.role != null && actor.role !== 'customer';
  return {
    what: action,
    at,
    until: null,
    times: 1,
    by: isStaff ? actor.display_name : null,
    revision: typeof detail.revision === 'number' ? detail.revision : null,
    note: typeof said === 'string' && said !== '' ? said : null,
    to: to ?? null,
  };
}
