import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ExpectedSample, ParcelOutcome } from '@vialproof/contract/intake';
import { REJECTION_WORDS, type SampleRejection } from '@vialproof/contract/sample-rejection';
import { parseResponse } from 'hono/client';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api';
import { keep, readKept } from '../../lib/kept';
import { ApiProblem } from '../../lib/problem';
import { labKey } from '../queries';

/** A vial that was scanned and belongs to the open parcel. */
export interface Line {
  /** The id stays the same from the scan to the server's answer, so that the server processes the vial only once. */
  id: string;
  task: number;
  /** Null while the sample is loading. 'unknown' for an unknown number, an error text for a failed request. */
  sample: ExpectedSample | 'unknown' | { failed: string } | null;
  rejection: SampleRejection | null;
  /** The condition of this vial. Empty: the condition of the whole parcel. */
  condition: string;
  note: string;
  /** How this vial must be handled. */
  handling: string;
}

/** The vials that were received, for the protocol. */
export interface Done {
  at: string;
  lines: (Line & { outcome: ParcelOutcome })[];
}

const keptName = 'lab.parcel';

export const isExpected = ({ sample }: Line): boolean =>
  sample !== null && typeof sample === 'object' && 'why_not' in sample && sample.why_not === null;

/**
 * The condition of a vial: its own condition, or the reason why it was refused, or else the condition of the parcel.
 */
export function conditionOf({ condition, rejection }: Line, ofParcel: string): string {
  return condition.trim() || (rejection ? REJECTION_WORDS[rejection].label : ofParcel.trim());
}

async function ask(task: number): Promise<Line['sample']> {
  try {
    return (await parseResponse(api.lab.intake[':id'].$get({ param: { id: String(task) } }))).data;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return 'unknown';
    return { failed: error instanceof Error ? error.message : '' };
  }
}

/** The open parcel: its scanned vials, which survive a reload, and the call that receives them all. */
export function useParcel() {
  const [lines, setLines] = useState<Line[]>(() => readKept<Line[]>(keptName) ?? []);
  const [condition, setCondition] = useState('Intact and sealed');
  const queries = useQueryClient();

  useEffect(() => keep(keptName, lines.length > 0 ? lines : null), [lines]);

  const change = (id: string, part: Partial<Line>) =>
    setLines((all) => all.map((line) => (line.id === id ? { ...line, ...part } : line)));
  const askFor = ({ id, task }: Line) => void ask(task).then((sample) => change(id, { sample }));

  /** Puts a vial at the top of the list. A vial that is already in the list moves to the top unchanged. */
  function scan(task: number): 'added' | 'known' {
    const known = lines.find((line) => line.task === task);
    if (known) {
      setLines((all) => [known, ...all.filter((line) => line.id !== known.id)]);
      return 'known';
    }
    const line: Line = {
      id: crypto.randomUUID(),
      task,
      sample: null,
      rejection: null,
      condition: '',
      note: '',
      handling: '',
    };
    setLines((all) => [line, ...all]);
    askFor(line);
    return 'added';
  }

  const taking = useMutation({
    mutationFn: async (): Promise<Done> => {
      const items = lines.filter(isExpected).toReversed();
      const { data } = await parseResponse(
        api.lab.intake.$post({
          json: {
            items: items.map((line) => ({
              item_id: line.id,
              task_number: line.task,
              accepted: line.rejection === null,
              ...(line.rejection ? { rejection: line.rejection } : {}),
              condition: conditionOf(line, condition),
              note: line.note.trim(),
              // A refused vial needs no notes about its handling.
              ...(line.rejection || !line.handling.trim() ? {} : { handling: line.handling.trim() }),
            })),
          },
        }),
      );
      const outcomes = new Map(data.items.map((outcome) => [outcome.item_id, outcome]));
      return {
        at: data.at,
        lines: items.flatMap((line) => {
          const outcome = outcomes.get(line.id);
          return outcome ? [{ ...line, condition: conditionOf(line, condition), outcome }] : [];
        }),
      };
    },
    onSuccess: () => {
      setLines([]);
      void queries.invalidateQueries({ queryKey: labKey });
    },
  });

  return {
    lines,
    condition,
    setCondition,
    scan,
    change,
    askFor,
    remove: (id: string) => setLines((all) => all.filter((line) => line.id !== id)),
    taking,
  };
}
export type Parcel = ReturnType<typeof useParcel>;
