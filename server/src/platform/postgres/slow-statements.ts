import type { Platform } from '../platform.ts';
import { createRareWarnings } from '../rare-warnings.ts';
import type { Statement } from './timed-client.ts';

const LONGEST_TEXT = 1_000;

type Watch = Pick<Platform, 'log' | 'clock' | 'figures'> & {
  config: Pick<Platform['config'], 'slowQueryMs'>;
};

/** Logs statements that take SLOW_QUERY_MS or longer, without their values. */
export function watchStatements({ config, log, clock, figures }: Watch): (statement: Statement) => void {
  const { slowQueryMs } = config;
  const warn = createRareWarnings(log, clock.now);
  return ({ text, milliseconds, rows, requestId }) => {
    if (slowQueryMs === 0 || milliseconds < slowQueryMs) return;
    figures.slowStatements.inc();
    const statement = text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT);
    warn({ requestId, statement, ms: Math.round(milliseconds), rows }, 'slow statement');
  };
}
