import type { Platform } from '../../platform/platform.ts';
import type { AccountsContext } from '../accounts/accounts.service.ts';
import type { CatalogContext } from '../catalog/catalog.service.ts';

export { closedMethods, listAuthorisations, untoldMethods } from './authorisations.queries.ts';
export { checkMethods } from './checks.queries.ts';
export { foldMethod } from './method-names.rules.ts';
export {
  agreedLines,
  dateOrderOf,
  integrationOf,
  listCompounds,
  massesOfFormula,
  methodsOf,
  proposeLines,
  requirementsOf,
} from './methods.queries.ts';
export { withAgreedRules } from './methods.rules.ts';
export { massesOf, readFormula } from './molecular-mass.rules.ts';
export { listTemplateSteps, listTemplates } from './templates.queries.ts';
export type { NewCompound, NewTemplate } from './use-cases/add-missing-methods.ts';
export { addMissingMethods } from './use-cases/add-missing-methods.ts';
export { authorisePeople } from './use-cases/authorise-people.ts';
export { approveDraft, refuseDraft, withdrawDraft } from './use-cases/decide-draft.ts';
export { draftTemplate } from './use-cases/draft-template.ts';

export type MethodsContext = { platform: Platform; accounts: AccountsContext; catalog: CatalogContext };

/**
 * Templates for the measurements of each test, which one person changes and another approves. Also chemical formulas.
 */
export function createMethodsContext(
  platform: Platform,
  deps: Omit<MethodsContext, 'platform'>,
): MethodsContext {
  return { platform, ...deps };
}
