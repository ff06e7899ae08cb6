import type { Platform } from '../../platform/platform.ts';
import type { PrivacyPart } from '../accounts/accounts.service.ts';
import { deleteAssignmentsOf, listAssignmentsOf } from './assignees.store.ts';

/** The samples that somebody of the laboratory has taken on: in their export, and let go of when the account is deleted. */
export function resultsPrivacy({ db }: Platform): PrivacyPart {
  return {
    name: 'samples_taken_on',
    export: (userId) => listAssignmentsOf(db.orm, userId),
    erase: (tx, userId) => deleteAssignmentsOf(tx, userId),
  };
}
