import { dayInYear, shortWeekday } from '@vialproof/science/calendar/dates';
import { viewsWords } from '../../../data/showcases/words';

export interface DayOfWeek {
  /** The day as 'YYYY-MM-DD'. */
  day: string;
  /** Null if nothing was counted: the day has not begun, or the result was not shown. */
  views: number | null;
}

const dayMs = 86_400_000;

/** The seven days of the week that starts on the day `first`, with the counted views. */
export function daysOfWeek(first: string, counted: { day: string; views: number }[]): DayOfWeek[] {
  const start = Date.parse(`${first}T00:00:00Z`);
  return Array.from({ length: 7 }, (_, place) => {
    const day = new Date(start + place * dayMs).toISOString().slice(0, 10);
    return { day, views: counted.find((one) => one.day === day)?.views ?? null };
  });
}

/** The chart in words: 'Wed 25 November: 3 views, Thu 26 November: 1 view.' */
export function chartWords(days: DayOfWeek[]): string {
  const said = days.flatMap(({ day, views }) =>
    views === null ? [] : [`${shortWeekday(day)} ${dayInYear(day)}: ${viewsWords(views)}`],
  );
  return said.length > 0 ? `${said.join(', ')}.` : 'No day has begun yet.';
}

/** A bar for each day of a week, with the number of views above the bar. */
export function ViewsChart({ days }: { days: DayOfWeek[] }) {
  const most = Math.max(...days.map(({ views }) => views ?? 0));
  return (
    <div role="img" aria-label={`Views per day. ${chartWords(days)}`} className="max-w-md">
      <div aria-hidden="true" className="grid grid-cols-7 gap-1.5 sm:gap-3">
        {days.map(({ day, views }) => (
          <div
            key={day}
            className={`grid min-w-0 text-center ${most > 0 ? 'grid-rows-[6rem_auto]' : 'grid-rows-[1.5rem_auto]'}`}
          >
            <div className="flex flex-col justify-end border-edge border-b">
              <span className="figures text-xs">{views === null ? '' : views.toLocaleString('en')}</span>
              <span
                style={{ height: `${most > 0 ? ((views ?? 0) / most) * 4.5 : 0}rem` }}
                className="block rounded-t-[2px] bg-accent"
              />
            </div>
            <span className={`pt-1 text-xs ${views === null ? 'text-ink-faint' : 'text-ink-soft'}`}>
              {shortWeekday(day)}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
