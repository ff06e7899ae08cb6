import { isOfCertificate } from '@vialproof/science/proof/log-entry';
import { entriesFrom, lockLog } from '../../transparency/transparency.service.ts';
import { listUnlogged } from '../certificates.queries.ts';
import type { CertificatesContext } from '../certificates.service.ts';
import { type IssuedRow, listCertificatesAfter, listLoggedBetween } from '../certificates.store.ts';
import { filesBetween } from '../raw-files.queries.ts';

const PAGE = 1_000;

/**
 * Compares certificates and published files with the public log in both directions. Gives one sentence for each
 * difference.
 */
export async function* checkCertificates(ctx: CertificatesContext): AsyncGenerator<string> {
  const { platform, transparency } = ctx;
  const { bulkDb } = platform;
  yield* checkLogged(ctx);
  for (let from = 0; ; ) {
    const page = await entriesFrom(transparency, from, PAGE);
    const logged = await listLoggedBetween(bulkDb.orm, from, from + PAGE);
    const known = new Map(logged.map((row) => [row.index, row]));
    const files = await filesBetween(ctx, from, from + PAGE);
    const ofFile = new Map(files.map((row) => [row.index, row]));
    for (const { index, entry } of page) {
      const row = known.get(index);
      const file = ofFile.get(index);
      if (entry && entry !== 'newer' && entry.type === 'file') {
        const isOurs = file?.sha256 === entry.sha256 && file.certificate === entry.certificate;
        if (!isOurs) yield `Entry ${index} of the log is of no raw file that was published.`;
        continue;
      }
      // The module registrations checks its own log entries.
      if (entry && entry !== 'newer' && entry.type === 'registered' && !row && !file) continue;
      if (file) yield `That a raw file was published is not entry ${index} of the log.`;
      if (!entry || entry === 'newer') yield `Entry ${index} of the log cannot be read.`;
      else if (!row) yield `Entry ${index} of the log is of no certificate.`;
      else if (!isOfCertificate(entry) || row.event !== entry.type || row.sha256 !== entry.sha256) {
        yield `Entry ${index} of the log is not what happened to certificate ${row.certificateId}.`;
      }
    }
    from += PAGE;
    if (page.length < PAGE) return;
  }
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Checks that each event of a certificate is in the public log. */
async function* checkLogged(ctx: CertificatesContext): AsyncGenerator<string> {
  const { bulkDb } = ctx.platform;
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    const page: IssuedRow[] = await listCertificatesAfter(bulkDb.orm, after, PAGE);
    const suspected = await listUnlogged(ctx, bulkDb.orm, page);
    if (suspected.length > 0) yield* await lackingEntries(ctx, [...new Set(suspected.map(({ row }) => row))]);
    after = page.at(-1)?.id;
  }
}

/** Checks once more while the log is locked, because a publication may have been in progress. */
async function lackingEntries(ctx: CertificatesContext, rows: IssuedRow[]): Promise<string[]> {
  const unlogged = await ctx.platform.bulkDb.transaction(async (tx) => {
    await lockLog(ctx.transparency, tx);
    return listUnlogged(ctx, tx, rows);
  });
  return unlogged.map(({ row, event }) => `That certificate ${row.id} was ${event} is not in the log.`);
}
