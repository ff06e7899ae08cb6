import { overrideNote, valueNotes } from '@vialproof/contract/measurement-words';
import { Check, Minus, X } from 'lucide-react';
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

const looks = {
  pass: { tone: 'text-good', Icon: Check, word: 'Pass' },
  fail: { tone: 'font-medium text-bad', Icon: X, word: 'Fail' },
} as const;

/** The verdict that the rule gives at this moment; said aloud when it changes. */
export function LiveVerdict({ live }: { live: Live }) {
  const { verdict, override } = live.line;
  const look = verdict === null ? undefined : looks[verdict];
  const Icon = look?.Icon ?? Minus;
  return (
    <output className={`flex min-h-12 flex-wrap items-center gap-x-1.5 ${look?.tone ?? 'text-ink-soft'}`}>
      <Icon className="size-4" />
      {look?.word ?? 'None yet'}
      {override ? <span className="text-ink-soft text-xs">set aside</span> : null}
    </output>
  );
}
