import { fullDay } from '@vialproof/science/calendar/dates';
import { dueWords } from '../lib/due';
import { Badge } from '../ui/status-badge';

const tones = { overdue: 'bad', soon: 'wait', later: 'plain' } as const;

/** The due date in words; the day itself on hover. */
export function Due({ day }: { day: string }) {
  const { words, state } = dueWords(day, new Date());
  return (
    <span title={`Promised for ${fullDay(day)}`}>
      <Badge tone={tones[state]}>{words}</Badge>
    </span>
  );
}
