import type { SessionEntry } from '@vialproof/contract/sessions';
import type { userSession } from './accounts.tables.ts';
import { describeDevice } from './devices.rules.ts';

export function presentSession(row: typeof userSession.$inferSelect, currentId: string): SessionEntry {
  return {
    id: row.id,
    ...describeDevice(row.userAgent),
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt.toISOString(),
    address: row.address,
    current: row.id === currentId,
  };
}
