import { fullDay } from '@vialproof/science/calendar/dates';
import { dueWords } from '../lib/due';
import { Badge } from '../ui/status-badge';

const tones = { overdue: 'bad', soon: 'wait', later: 'plain' } as const;

/** The due date in words. The exact day appears when the pointer is over it. */
export function Due({ day }: { day: string }) {
  const { words, state } = dueWords(day, new Date());
  return (
    <span title={`Promised for ${fullDay(day)}`}>
      <Badge tone={tones[state]}>{words}</Badge>
    </span>
  );
}
