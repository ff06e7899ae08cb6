import type { CertificatesContext } from '../certificates.context.ts';
import { listLoggedBetween, listUnlogged } from '../certificates.store.ts';

const PAGE = 1_000;

/**
 * Compares certificates with the public log, both ways: what happened to a certificate has its entry, and an entry is of
 * a certificate. Yields a sentence for each that differs.
 */
export async function* checkCertificates({
  platform,
  transparency,
}: CertificatesContext): AsyncGenerator<string> {
  const { bulkDb } = platform;
  const unlogged = await bulkDb.transaction(async (tx) => {
    await transparency.lock(tx);
    return listUnlogged(tx, { limit: PAGE });
  });
  for (const { certificateId, event } of unlogged) {
    yield `That certificate ${certificateId} was ${event} is not in the log.`;
  }
  for (let from = 0; ; ) {
    const page = await transparency.entriesFrom(from, PAGE);
    const logged = await listLoggedBetween(bulkDb.orm, from, from + PAGE);
    const known = new Map(logged.map((row) => [row.index, row]));
    for (const { index, entry } of page) {
      const row = known.get(index);
      if (!entry || entry === 'newer') yield `Entry ${index} of the log cannot be read.`;
      else if (!row) yield `Entry ${index} of the log is of no certificate.`;
      else if (row.event !== entry.type || row.sha256 !== entry.sha256) {
        yield `Entry ${index} of the log is not what happened to certificate ${row.certificateId}.`;
      }
    }
    from += PAGE;
    if (page.length < PAGE) return;
  }
}
