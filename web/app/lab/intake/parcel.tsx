import { useState } from 'react';
import { counted } from '../../lib/counted';
import { keep, readKept } from '../../lib/kept';
import type { PageHandle } from '../../lib/page-handle';
import { signedInMeta } from '../../lib/page-meta';
import { Button } from '../../ui/button';
import { TextInput } from '../../ui/inputs';
import { EmptyState } from '../../ui/states';
import { StepError } from '../../ui/step-error';
import { usualConditions } from '../conditions';
import { ShortcutList, useShortcuts } from '../shortcuts';
import { ParcelLine } from './parcel-line';
import { ParcelScan } from './parcel-scan';
import { Protocol } from './protocol';
import { type Done, isExpected, type Line, type Parcel, useParcel } from './use-parcel';
import { readEntry, standing } from './words';

export const handle: PageHandle = { query: [] };

const keptName = 'lab.parcel.done';

/** What will happen to the vials of the parcel, in one line: '3 vials to take in, 1 to refuse, 1 not expected'. */
function summary(lines: Line[]): string {
  const expected = lines.filter(isExpected);
  const refused = expected.filter(({ rejection }) => rejection).length;
  const others = lines.filter((line) => line.sample !== null && !isExpected(line)).length;
  return [
    `${counted(expected.length - refused, 'vial')} to take in`,
    ...(refused > 0 ? [`${refused} to refuse`] : []),
    ...(others > 0 ? [`${others} not expected`] : []),
  ].join(', ');
}

/** Handles each entry of the scan field, and answers with a message. */
function useEntries(parcel: Parcel) {
  const [said, setSaid] = useState<string | null>(null);
  const [last] = parcel.lines;
  const enter = (text: string) => {
    const entry = readEntry(text);
    if (entry.kind === 'vial') {
      const known = parcel.scan(entry.task) === 'known';
      setSaid(known ? `Task ${entry.task} lies here already.` : null);
      return;
    }
    if (entry.kind === 'unclear') {
      setSaid(`“${text.trim().slice(0, 40)}” is no task number. Scan the label again, or type the number.`);
      return;
    }
    if (!last || !isExpected(last)) {
      setSaid('There is no expected vial that this could be about. Scan one first.');
      return;
    }
    parcel.change(last.id, { rejection: entry.kind === 'refuse' ? entry.rejection : null });
    setSaid(null);
  };
  // If the entry has no message of its own, the page shows the state of the vial that was scanned last, also after the
  // server's answer.
  return { enter, said: said ?? (last ? `Task ${last.task}: ${standing(last).words}` : '') };
}

function OpenParcel({ parcel, onDone }: { parcel: Parcel; onDone: (done: Done) => void }) {
  const { lines, condition, setCondition, taking } = parcel;
  const { enter, said } = useEntries(parcel);
  const ready = lines.filter(isExpected).length;
  const waiting = lines.some(({ sample }) => sample === null);
  const missing = condition.trim() === '';
  const take = () => {
    if (ready > 0 && !waiting && !missing && !taking.isPending)
      taking.mutate(undefined, { onSuccess: onDone });
  };
  useShortcuts({ Enter: take });
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-6">
        <ParcelScan onEntry={enter} said={said} />
        {lines.length > 0 ? (
          <ol aria-label="Scanned vials" className="border-rule border-t">
            {lines.map((line) => (
              <ParcelLine key={line.id} line={line} parcel={parcel} />
            ))}
          </ol>
        ) : (
          <EmptyState title="No vial scanned yet">
            Open the parcel, and scan one vial after the other. Nothing is taken in until you say so.
          </EmptyState>
        )}
      </div>
      <div className="grid gap-4 rounded-sm border border-edge bg-sheet p-4 sm:p-6 lg:sticky lg:top-28">
        <TextInput
          label="Condition of the parcel’s vials"
          maxLength={500}
          autoComplete="off"
          value={condition}
          error={missing ? 'Describe the condition of the samples.' : undefined}
          onChange={(event) => setCondition(event.target.value)}
        />
        <div className="flex flex-wrap gap-2">
          {usualConditions.slice(0, 2).map((words) => (
            <Button
              key={words}
              variant="secondary"
              aria-pressed={condition === words}
              className="min-h-12 aria-pressed:border-accent aria-pressed:bg-accent-soft"
              onClick={() => setCondition(words)}
            >
              {words}
            </Button>
          ))}
        </div>
        <p className="border-rule border-t pt-4">
          {lines.length > 0 ? `${summary(lines)}.` : 'Nothing scanned yet.'}
        </p>
        <StepError error={taking.error} />
        <Button
          size="large"
          wide
          aria-keyshortcuts="Control+Enter"
          disabled={ready === 0 || waiting || missing}
          busy={taking.isPending}
          onClick={take}
        >
          {taking.isPending ? 'Working…' : ready > 0 ? `Finish ${counted(ready, 'vial')}` : 'Finish'}
        </Button>
      </div>
    </div>
  );
}

export const meta = signedInMeta('Intake');

/** The page that receives a parcel: the user scans every vial, marks damaged vials, and receives all vials at once. */
export default function ParcelPage() {
  const parcel = useParcel();
  // When the user prints labels and comes back, the page still shows the protocol of the parcel.
  const [done, setDone] = useState(() => readKept<Done>(keptName));
  const show = (next: Done | null) => {
    keep(keptName, next);
    setDone(next);
  };
  if (done) return <Protocol done={done} onNext={() => show(null)} />;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="display-2">Parcel</h1>
        <ShortcutList
          items={[
            { key: 'K', does: 'scan' },
            { key: 'Enter', does: 'finish' },
          ]}
        />
      </div>
      <OpenParcel parcel={parcel} onDone={show} />
    </div>
  );
}
