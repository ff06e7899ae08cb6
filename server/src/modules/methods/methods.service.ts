import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import { closedMethods, listAuthorisations, untoldMethods } from './authorisations.queries.ts';
import { checkMethods } from './checks.queries.ts';
import type { MethodsContext } from './methods.context.ts';
import {
  agreedLines,
  dateOrderOf,
  integrationOf,
  listCompounds,
  massesOfFormula,
  methodsOf,
  proposeLines,
  requirementsOf,
} from './methods.queries.ts';
import { listTemplateSteps, listTemplates } from './templates.queries.ts';
import { addMissingMethods } from './use-cases/add-missing-methods.ts';
import { authorisePeople } from './use-cases/authorise-people.ts';
import { approveDraft, refuseDraft, withdrawDraft } from './use-cases/decide-draft.ts';
import { draftTemplate } from './use-cases/draft-template.ts';

export { withAgreedRules } from './methods.rules.ts';
export { massesOf, readFormula } from './molecular-mass.rules.ts';
export type { NewCompound, NewTemplate } from './use-cases/add-missing-methods.ts';
export type Methods = ReturnType<typeof createMethods>;

/** How the laboratory measures: templates of measurements that two people change, and the chemistry of compounds. */
export function createMethods(platform: Platform, deps: Omit<MethodsContext, 'platform'>) {
  const ctx: MethodsContext = { platform, ...deps };
  return bindContext(ctx, {
    list: listTemplates,
    history: listTemplateSteps,
    draft: draftTemplate,
    approveDraft,
    refuseDraft,
    withdrawDraft,
    propose: proposeLines,
    agreedLines,
    requirementsOf,
    integrationOf,
    dateOrderOf,
    authorisations: listAuthorisations,
    authorise: authorisePeople,
    closedMethods,
    untoldMethods,
    methodsOf,
    compounds: listCompounds,
    masses: massesOfFormula,
    addMissing: addMissingMethods,
    check: checkMethods,
  });
}
