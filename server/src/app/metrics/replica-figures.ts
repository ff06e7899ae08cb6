import type { ReadReplica } from '../../platform/postgres/read-replica.ts';
import { addCounter, addGauge, type Figures } from './figure-kinds.ts';

/** Adds what this process knows of the standby of READ_DATABASE_URL. */
export function addReplicaFigures(registry: Figures, replica: ReadReplica): void {
  const figures = () => replica.figures();
  addGauge(registry, 'vialproof_replica_used', 'Whether the replica is up to date and read: 1 or 0.', () =>
    Number(figures().isUsed),
  );
  addGauge(
    registry,
    'vialproof_replica_lag_bytes',
    'How far the replica is behind what the primary had on its disk five seconds ago.',
    () => figures().lagBytes,
  );
  addCounter(
    registry,
    'vialproof_replica_reads_total',
    'Reads of public data that the replica answered.',
    () => figures().fromReplica,
  );
  addCounter(
    registry,
    'vialproof_replica_primary_reads_total',
    'Reads of public data that the primary answered.',
    () => figures().fromPrimary,
  );
  addCounter(
    registry,
    'vialproof_replica_failed_total',
    'Reads that failed on the replica and were repeated on the primary.',
    () => figures().failed,
  );
}
