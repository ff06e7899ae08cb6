import type { LabKey, TraceImport } from '@vialproof/contract/imports';
import { isoOf } from '@vialproof/science/calendar/dates';
import { stateOfKey } from './imports.rules.ts';
import type { DecidedImport, KeyRow } from './imports.tables.ts';

type NameOf = (id: string) => string;

/** A laboratory key, as admins see it. */
export function presentKey(row: KeyRow, nameOf: NameOf, now: Date): LabKey {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    made_by: nameOf(row.madeBy),
    made_at: row.madeAt.toISOString(),
    ends_at: row.endsAt.toISOString(),
    state: stateOfKey(row, now),
    last_used_at: isoOf(row.lastUsedAt),
    revoked_at: isoOf(row.revokedAt),
    revoked_by: row.revokedBy && nameOf(row.revokedBy),
  };
}

/** A sent file, as staff and the sending program see it. */
export function presentImport(
  { file, decision, reading }: DecidedImport,
  { nameOf, taskOf }: { nameOf: NameOf; taskOf: (requestId: string) => number | null },
): TraceImport {
  const { acquisition } = file;
  const requestId = decision?.requestId ?? null;
  return {
    id: file.id,
    state: decision ? (requestId ? 'assigned' : 'dismissed') : 'waiting',
    file_name: file.fileName,
    sha256: file.sha256,
    size_bytes: file.sizeBytes,
    sample_name: acquisition.sampleName,
    sample_id: acquisition.sampleId,
    injected_at: acquisition.injectedAt,
    instrument: acquisition.instrument,
    warnings: file.warnings,
    received_from: nameOf(file.keyId),
    received_at: file.receivedAt.toISOString(),
    why: (reading ? reading.why : file.why) ?? null,
    thousands: reading?.thousands ?? null,
    request_id: requestId,
    task_number: requestId === null ? null : taskOf(requestId),
    decided: decision && {
      by: nameOf(decision.byId),
      at: decision.at.toISOString(),
      reason: decision.reason,
    },
  };
}
