import * as authorisation from '@vialproof/contract/authorisations.routes';
import * as route from '@vialproof/contract/methods.routes';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import {
  approveDraft,
  authorisePeople,
  draftTemplate,
  listAuthorisations,
  listCompounds,
  listTemplateSteps,
  listTemplates,
  type MethodsContext,
  massesOfFormula,
  refuseDraft,
  withdrawDraft,
} from './methods.service.ts';

/** Templates for reviewers and admins; compounds and masses for all staff. */
export function methodsStaffRoutes(methods: MethodsContext) {
  return newRoutes()
    .openapi(route.listTemplates, async (c) => c.json({ data: await listTemplates(methods) }, 200))
    .openapi(route.draftTemplate, async (c) => {
      const { id } = c.req.valid('param');
      return c.json(
        { data: unwrap(await draftTemplate(methods, requireViewer(c), id, c.req.valid('json'))) },
        200,
      );
    })
    .openapi(route.approveDraft, async (c) => {
      const { id, draft_id: draftId } = c.req.valid('param');
      const approved = await approveDraft(methods, requireViewer(c), { id, draftId });
      return c.json({ data: unwrap(approved) }, 200);
    })
    .openapi(route.refuseDraft, async (c) => {
      const { id, draft_id: draftId } = c.req.valid('param');
      const { reason } = c.req.valid('json');
      const refused = await refuseDraft(methods, requireViewer(c), { id, draftId }, reason);
      return c.json({ data: unwrap(refused) }, 200);
    })
    .openapi(route.withdrawDraft, async (c) => {
      const { id, draft_id: draftId } = c.req.valid('param');
      const withdrawn = await withdrawDraft(methods, requireViewer(c), { id, draftId });
      return c.json({ data: unwrap(withdrawn) }, 200);
    })
    .openapi(route.listTemplateSteps, async (c) => {
      const { id } = c.req.valid('param');
      return c.json({ data: unwrap(await listTemplateSteps(methods, id)) }, 200);
    })
    .openapi(authorisation.listAuthorisations, async (c) =>
      c.json({ data: await listAuthorisations(methods) }, 200),
    )
    .openapi(authorisation.authorise, async (c) =>
      c.json({ data: unwrap(await authorisePeople(methods, requireViewer(c), c.req.valid('json'))) }, 200),
    )
    .openapi(route.listCompounds, async (c) => c.json({ data: await listCompounds(methods) }, 200))
    .openapi(route.masses, (c) =>
      c.json({ data: unwrap(massesOfFormula(methods, c.req.valid('query'))) }, 200),
    );
}
