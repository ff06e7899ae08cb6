import { overrideNote, valueNotes } from '@vialproof/contract/measurement-words';
import { VerdictWords } from '../../ui/verdict';
import type { Live } from './use-live';

/** What a line comes to, in one sentence under it. */
export function LiveNotes({ live }: { live: Live }) {
  const notes = valueNotes(live.line);
  const override = overrideNote(live.line);
  if (notes.length === 0 && !override) return null;
  return (
    <div className="figures text-ink-soft text-sm">
      {notes.length > 0 ? <p>{notes.join(' · ')}</p> : null}
      {override ? <p className="text-ink">{override}</p> : null}
    </div>
  );
}

/** The verdict that the rule gives at this moment; said aloud when it changes. */
export function LiveVerdict({ live }: { live: Live }) {
  const { verdict, override } = live.line;
  return (
    <output className="flex min-h-12 flex-wrap items-center gap-x-1.5">
      <VerdictWords kind={verdict ?? 'none'}>
        {verdict ? { pass: 'Pass', fail: 'Fail' }[verdict] : 'None yet'}
      </VerdictWords>
      {override ? <span className="text-ink-soft text-xs">set aside</span> : null}
    </output>
  );
}
