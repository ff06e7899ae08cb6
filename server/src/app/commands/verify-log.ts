import type { Fact, SignatureReport, Trust } from '@vialproof/science/proof/certificate-check';
import { type LogReport, NEWER } from '@vialproof/science/proof/log-check';
import { type SearchedLog, searchLog } from '@vialproof/science/proof/log-search';
import { keyOfNote, noteKeyFingerprint } from '@vialproof/science/proof/signed-note';
import type { Standing, Verdict } from '@vialproof/science/proof/verdict';
import { Contradiction, type Site } from './verify-site.ts';

const OLD_HEAD = 'Nothing speaks against it, but the log’s head is older than you asked for';

/** Up to which signed state (head) the log was read. `isOld`: older than the user accepts. */
type ReadHead = { size: number; skipped: number; newestAt: string | null; isOld: boolean };
/** `isHeld`: the log has an entry about the file. */
export type LookedUp = { logged: LogReport; standing: Standing; head: ReadHead; isHeld: boolean };

/**
 * What the site's log says about the file.
 * @param newerThan the log must have an entry that is newer than this.
 */
export async function lookUp(
  { sha256, isSigned }: SignatureReport,
  { site, trust: { logKeys }, newerThan }: { site: Site; trust: Trust; newerThan: Date | undefined },
): Promise<LookedUp> {
  const checkpoint = await site.head(logKeys);
  const { size } = checkpoint;
  const searched = await searchLog(sha256, checkpoint, site.bundles(size));
  if (searched === 'contradiction')
    throw new Contradiction(`The entries of the log at ${site.host} do not lead to its signed head.`);
  const { found, skipped, newestAt } = searched;
  const head = { size, skipped, newestAt, isOld: isOlder(newestAt, newerThan) };
  const isHeld = found !== undefined;
  const key = keyOfNote(checkpoint.note, logKeys);
  const logKey = key ? await noteKeyFingerprint(key) : null;
  if (found === undefined || found === 'newer')
    return { ...unread(found, { site, head, logKey }), head, isHeld };
  const { entry, index, state, since } = found;
  const words = `Entry ${index} of the log at ${site.host}, whose ${size} entries lead to its signed head.`;
  return {
    logged: { log: { state: 'good', words }, entry, index, checkpointSize: size, logKey },
    standing: { known: 'issued', state, isSigned, revision: entry.revision, since },
    head,
    isHeld,
  };
}

const isOlder = (newestAt: string | null, newerThan: Date | undefined) =>
  newerThan !== undefined && (newestAt === null || Date.parse(newestAt) <= newerThan.getTime());

function unread(
  found: Exclude<SearchedLog['found'], object>,
  { site: { host }, head, logKey }: { site: Site; head: ReadHead; logKey: string | null },
): { logged: LogReport; standing: Standing } {
  const report = (log: Fact): LogReport => ({
    log,
    entry: null,
    index: null,
    checkpointSize: head.size,
    logKey,
  });
  if (found === 'newer')
    return { logged: report({ state: 'unknown', words: NEWER }), standing: { known: 'newer' } };
  const words = `The log at ${host} holds no certificate with this hash`;
  // The certificate may be newer than this state of the log.
  return head.isOld
    ? {
        logged: report({
          state: 'unknown',
          words: `${words}, up to a head that is older than you asked for.`,
        }),
        standing: { known: 'unasked' },
      }
    : { logged: report({ state: 'bad', words: `${words}.` }), standing: { known: 'never issued' } };
}

/** The verdict if the log is older than the user accepts. */
export function byOldHead(
  verdict: Verdict,
  { newestAt }: ReadHead,
): Omit<Verdict, 'outcome'> & { outcome: Verdict['outcome'] | 'old head' } {
  // A certificate that was replaced or withdrawn at that time is still replaced or withdrawn today.
  if (verdict.standing.state === 'bad' || verdict.outcome === 'refused') return verdict;
  const isOpen = verdict.outcome === 'genuine' || verdict.outcome === 'open';
  const until = newestAt === null ? 'The log is empty' : `This head tells what happened until ${newestAt}`;
  const words = `${until}. It is older than you asked for: what came since, it hides.`;
  return {
    ...verdict,
    ...(isOpen ? { outcome: 'old head', title: OLD_HEAD } : {}),
    standing: { state: 'unknown', words },
  };
}

/** How long and how old the log is, and how many entries could not be read. */
export function headLines({ size, skipped, newestAt }: ReadHead, now: Date): string[] {
  const newest = newestAt === null ? '' : `, the newest ${ageOf(Date.parse(newestAt), now)} (${newestAt})`;
  const passed =
    skipped === 0
      ? []
      : [`  Skipped    ${skipped} of its entries, of kinds or versions that this command does not know`];
  return [`  Head       ${size} entries${newest}`, ...passed];
}

const MINUTE_MS = 60_000;

function ageOf(at: number, now: Date): string {
  const minutes = Math.floor((now.getTime() - at) / MINUTE_MS);
  if (minutes < 0) return 'ahead of the clock of this machine';
  const [count, unit] =
    minutes < 120
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1440), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
