import type { SecurityEvent } from '@vialproof/contract/security-log';
import type { SecurityEventRow } from './accounts.tables.ts';
import { describeDevice } from './devices.rules.ts';

export function presentEvent(row: SecurityEventRow): SecurityEvent {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    kind: row.kind,
    ...describeDevice(row.userAgent),
    address: row.address,
    note: row.note,
  };
}
