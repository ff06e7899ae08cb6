import { shortDay, weekdayOf } from '@vialproof/science/calendar/dates';

const dayMs = 86_400_000;

/** The due date `day` (UTC) in words at the time `now`: 'due Friday', 'overdue by 2 days'. */
export function dueWords(day: string, now: Date): { words: string; state: 'overdue' | 'soon' | 'later' } {
  const end = new Date(`${day}T00:00:00Z`);
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const left = Math.round((end.getTime() - today) / dayMs);
  if (left < 0) return { words: `overdue by ${-left} ${left === -1 ? 'day' : 'days'}`, state: 'overdue' };
  if (left === 0) return { words: 'due today', state: 'soon' };
  if (left === 1) return { words: 'due tomorrow', state: 'soon' };
  // The name of a weekday is clear for six days. After a week it could mean two days.
  if (left < 7) return { words: `due ${weekdayOf(day)}`, state: 'later' };
  return { words: `due ${shortDay(day)}`, state: 'later' };
}
