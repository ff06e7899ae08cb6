import type { Attachment, Revision } from '@vialproof/contract/lab';
import type { Measurement } from '@vialproof/contract/results';
import {
  overrideNote,
  reportedWords,
  traceNote,
  valueNotes,
  valueWithUnit,
} from '@vialproof/science/measurement/measurement-words';
import { numberLine } from '@vialproof/science/measurement/number-line';
import type { ReactNode } from 'react';
import { NumberLine } from '../../ui/number-line';
import { unbroken } from '../../ui/unbroken';
import { RECORD_LABELS } from '../bench-text';
import { changedWords, diffOf, isSame, type LineChange } from './revision-diff';

const marks = {
  changed: { mark: '±', word: 'Changed', tone: 'bg-wait-soft text-wait' },
  added: { mark: '+', word: 'Added', tone: 'bg-good-soft text-good' },
  removed: { mark: '−', word: 'Removed', tone: 'bg-bad-soft text-bad' },
} as const;

/** One change: a sign, its kind in a word, and what changed. */
function Change({
  kind,
  about,
  children,
}: {
  kind: keyof typeof marks;
  about: ReactNode;
  children?: ReactNode;
}) {
  const { mark, word, tone } = marks[kind];
  return (
    <li className="grid gap-2 border-rule border-t py-3 sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-6">
      <p>
        <span className={`inline-flex items-center gap-2 rounded-sm px-2 py-0.5 font-medium text-sm ${tone}`}>
          <span aria-hidden="true" className="figures">
            {mark}
          </span>
          {word}
        </span>
      </p>
      <div className="grid min-w-0 gap-2">
        <p className="break-words font-medium">{about}</p>
        {children}
      </div>
    </li>
  );
}

/** The old and the new text. Words tell them apart, not only colours. */
function BeforeAfter({ label, before, after }: { label?: string; before: string; after: string }) {
  return (
    <p className="break-words">
      {label ? <span className="label mr-2">{label}</span> : null}
      <span className="sr-only">before: </span>
      <del className="text-ink-soft decoration-1">{before || 'nothing'}</del>
      <span aria-hidden="true" className="mx-2 text-ink-soft">
        →
      </span>
      <span className="sr-only">, now: </span>
      <ins className="font-medium no-underline">{after || 'nothing'}</ins>
    </p>
  );
}

const nameOf = ({ analyte, method }: { analyte: string; method: string }) => `${analyte}, ${method}`;

/** Old and new value with their uncertainty and limits, one above the other. A value without these is left out. */
function NumberLines({ lines }: { lines: [when: string, line: Measurement][] }) {
  const drawn = lines.filter(([, line]) => numberLine(line) !== undefined);
  if (drawn.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,10rem)] items-center gap-x-4">
      {drawn.map(([when, line]) => (
        <div key={when} className="contents">
          <dt className="text-ink-soft text-sm">{when}</dt>
          <dd>
            <NumberLine row={line} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function LineOf({ change }: { change: LineChange }) {
  if (change.kind === 'same') return null;
  if (change.kind === 'added') {
    const { line } = change;
    return (
      <Change kind="added" about={nameOf(line)}>
        <p className="figures">
          <span>{unbroken(reportedWords(line))}</span>
          <span>{line.limit ? `, limit ${line.limit}` : ''}</span>
          <span>{line.verdict ? `, ${line.verdict}` : ''}</span>
        </p>
        <NumberLines lines={[['now', line]]} />
        {[...valueNotes(line), traceNote(line) ?? [], overrideNote(line) ?? []].flat().map((note) => (
          <p key={note} className="text-ink-soft text-sm">
            {note}
          </p>
        ))}
      </Change>
    );
  }
  return (
    <Change kind="changed" about={nameOf(change.line)}>
      {changedWords(change.before, change.line).map(([label, before, after]) => (
        <BeforeAfter key={label} label={label} before={before} after={after} />
      ))}
      <NumberLines
        lines={[
          ['before', change.before],
          ['now', change.line],
        ]}
      />
    </Change>
  );
}

type Trace = Revision['chromatogram'];

function TraceChange({ before, after }: { before: Trace; after: Trace }) {
  if (!before && !after) return null;
  if (!before) return <Change kind="added" about="Chromatogram" />;
  if (!after) return <Change kind="removed" about="Chromatogram" />;
  const percent = ({ purity_percent: purity }: NonNullable<Trace>) =>
    purity === null ? 'no purity' : `${purity.toFixed(2)} % area`;
  if (before.sha256 !== after.sha256) {
    return (
      <Change kind="changed" about="Chromatogram: another file">
        <BeforeAfter before={percent(before)} after={percent(after)} />
      </Change>
    );
  }
  if (isSame(before.peaks, after.peaks) && before.main_peak === after.main_peak) return null;
  return (
    <Change kind="changed" about="Chromatogram: the same file, integrated anew">
      <BeforeAfter
        before={`${before.peaks.length} peaks, ${percent(before)}`}
        after={`${after.peaks.length} peaks, ${percent(after)}`}
      />
    </Change>
  );
}

const lacks = (files: Attachment[], { sha256, file_name }: Attachment) =>
  !files.some((file) => file.sha256 === sha256 && file.file_name === file_name);

/** How a corrected result differs from the one before it. */
export function ReviewDiff({ before, after }: { before: Revision; after: Revision }) {
  const diff = diffOf(before, after);
  const trace = TraceChange({ before: before.chromatogram, after: after.chromatogram });
  const gone = before.attachments.filter((file) => lacks(after.attachments, file));
  const come = after.attachments.filter((file) => lacks(before.attachments, file));
  const changed = diff.lines.filter(({ kind }) => kind !== 'same');
  const kept = diff.lines.length - changed.length;
  const isNothing =
    !diff.title &&
    !diff.summary &&
    !trace &&
    !diff.isReordered &&
    changed.length + diff.removed.length + diff.record.length + gone.length + come.length === 0;
  return (
    <section aria-labelledby="review-changes" className="grid gap-2">
      <h3 id="review-changes" className="font-medium">
        {`Changes to revision ${before.revision}, ${before.state === 'published' ? 'which stands' : before.state}`}
      </h3>
      {isNothing ? <p className="text-ink-soft">Nothing was changed: both revisions say the same.</p> : null}
      <ul className="border-rule border-b">
        {diff.title ? (
          <Change kind="changed" about="Title">
            <BeforeAfter {...diff.title} />
          </Change>
        ) : null}
        {diff.summary ? (
          <Change kind="changed" about="Summary">
            <BeforeAfter {...diff.summary} />
          </Change>
        ) : null}
        {diff.lines.map((change, place) => (
          // The lines cannot move while a second person reads them.
          // biome-ignore lint/suspicious/noArrayIndexKey: their index is their key
          <LineOf key={place} change={change} />
        ))}
        {diff.removed.map((line) => (
          <Change key={`${nameOf(line)} ${line.value}`} kind="removed" about={nameOf(line)}>
            <del className="figures text-ink-soft">{valueWithUnit(line)}</del>
          </Change>
        ))}
        {diff.isReordered ? <Change kind="changed" about="The order of the measurements" /> : null}
        {diff.record.map(({ field, before, after }) => (
          <Change
            key={field}
            kind={before === '' ? 'added' : after === '' ? 'removed' : 'changed'}
            about={`Recorded: ${RECORD_LABELS[field].toLowerCase()}`}
          >
            <BeforeAfter before={before} after={after} />
          </Change>
        ))}
        {trace}
        {gone.map((file) => (
          <Change key={file.id} kind="removed" about={`Attachment ${file.file_name}`} />
        ))}
        {come.map((file) => (
          <Change key={file.id} kind="added" about={`Attachment ${file.file_name}`} />
        ))}
      </ul>
      {kept > 0 ? (
        <p className="text-ink-soft text-sm">
          {kept === 1 ? '1 measurement stays as it was.' : `${kept} measurements stay as they were.`}
        </p>
      ) : null}
    </section>
  );
}
