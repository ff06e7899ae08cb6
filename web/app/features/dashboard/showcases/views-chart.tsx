import { dayWords } from '../../../data/showcases/words';

export interface DayViews {
  /** 'YYYY-MM-DD' */
  day: string;
  /** Null for a day that has not begun. */
  views: number | null;
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });
const nameOf = (day: string) => weekday.format(new Date(`${day}T00:00:00Z`));
const countWords = (views: number) => `${views.toLocaleString('en')} ${views === 1 ? 'view' : 'views'}`;

/** What the chart shows, for who hears it: 'Wed 25 November: 3 views, Thu 26 November: 1 view.' */
export function chartWords(days: DayViews[]): string {
  const said = days.flatMap(({ day, views }) =>
    views === null ? [] : [`${nameOf(day)} ${dayWords(day)}: ${countWords(views)}`],
  );
  return said.length > 0 ? `${said.join(', ')}.` : 'No day has begun yet.';
}

/** A bar for each day of a week, its count above it. */
export function ViewsChart({ days }: { days: DayViews[] }) {
  const most = Math.max(1, ...days.map(({ views }) => views ?? 0));
  return (
    <div role="img" aria-label={`Views per day. ${chartWords(days)}`} className="max-w-md">
      <div aria-hidden="true" className="grid grid-cols-7 gap-1.5 sm:gap-3">
        {days.map(({ day, views }) => (
          <div key={day} className="grid min-w-0 grid-rows-[6rem_auto] text-center">
            <div className="flex flex-col justify-end border-edge border-b">
              <span className="figures text-xs">{views === null ? '' : views.toLocaleString('en')}</span>
              <span
                style={{ height: `${((views ?? 0) / most) * 4.5}rem` }}
                className="block rounded-t-[2px] bg-accent"
              />
            </div>
            <span className={`pt-1 text-xs ${views === null ? 'text-ink-faint' : 'text-ink-soft'}`}>
              {nameOf(day)}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
