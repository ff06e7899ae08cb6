import type { Platform } from '../../platform/platform.ts';
import type { PrivacyPart } from '../accounts/accounts.service.ts';
import { listDraftsOf } from './drafts.store.ts';

/** A person's drafts and decisions, for the data export; they stay. */
export function methodsPrivacy({ db }: Platform): PrivacyPart {
  return {
    name: 'method_drafts',
    export: async (userId) => {
      const drafts = await listDraftsOf(db.orm, userId);
      return {
        proposed: drafts
          .filter(({ byId }) => byId === userId)
          .map(({ skuId, family, version, reason, state, at }) => ({
            of: skuId ?? family,
            version,
            reason,
            state,
            at,
          })),
        decided: drafts
          .filter(({ decidedBy }) => decidedBy === userId)
          .map(({ skuId, family, version, decisionReason: reason, state, decidedAt: at }) => ({
            of: skuId ?? family,
            version,
            reason,
            state,
            at,
          })),
      };
    },
  };
}
