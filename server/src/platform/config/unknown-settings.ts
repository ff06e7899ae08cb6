import { distance } from 'fastest-levenshtein';
import { Settings } from './settings.ts';

const KNOWN = Object.keys(Settings.shape);
/** Variables that begin in this way must be settings of this application. */
const OURS = /^(STRIPE|COINBASE|S3|SMTP|SIGNING|LAB|BACKUP|METRICS|GROUP|PAYOUT|VIRUS_SCAN)_/;
/** Shorter names are too similar to names such as HOST and HOME. */
const LONG_ENOUGH = 6;
const SLIPS = 2;

/** One sentence for each unknown variable that looks like a setting with a typing error. */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (KNOWN.includes(name)) return [];
    const near = KNOWN.find(
      (known) => known.length >= LONG_ENOUGH && distance(known, name.toUpperCase()) <= SLIPS,
    );
    if (near) return [`${name} is no setting. Is ${near} meant?`];
    return OURS.test(name) ? [`${name} is no setting.`] : [];
  });
}
