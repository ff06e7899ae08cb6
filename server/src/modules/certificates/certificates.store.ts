import { desc, eq } from 'drizzle-orm';
import type { Orm, Tx } from '../../platform/database.ts';
import { type CertificateRow, certificate } from './certificates.tables.ts';

/** The statements of certificates: they are issued and read, never changed. */
export function certificatesStore(orm: Orm) {
  return {
    async insert(tx: Tx, row: CertificateRow): Promise<void> {
      await tx.insert(certificate).values(row);
    },

    /** The certificate of the latest published revision. */
    async findLatest(requestId: string): Promise<CertificateRow | undefined> {
      const [row] = await orm
        .select()
        .from(certificate)
        .where(eq(certificate.requestId, requestId))
        .orderBy(desc(certificate.revision))
        .limit(1);
      return row;
    },
  };
}
