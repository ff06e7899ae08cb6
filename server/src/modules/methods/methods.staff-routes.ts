import * as authorisation from '@vialproof/contract/authorisations.routes';
import * as route from '@vialproof/contract/methods.routes';
import { newRoutes, requireViewer } from '../../platform/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Methods } from './methods.service.ts';

/** Templates for reviewers and admins; compounds and masses for everybody at the bench. */
export function methodsStaffRoutes(methods: Methods) {
  return newRoutes()
    .openapi(route.listTemplates, async (c) => c.json({ data: await methods.list() }, 200))
    .openapi(route.draftTemplate, async (c) => {
      const { id } = c.req.valid('param');
      return c.json({ data: unwrap(await methods.draft(requireViewer(c), id, c.req.valid('json'))) }, 200);
    })
    .openapi(route.approveDraft, async (c) => {
      const { id, draft_id: draftId } = c.req.valid('param');
      const approved = await methods.approveDraft(requireViewer(c), { id, draftId });
      return c.json({ data: unwrap(approved) }, 200);
    })
    .openapi(route.refuseDraft, async (c) => {
      const { id, draft_id: draftId } = c.req.valid('param');
      const { reason } = c.req.valid('json');
      const refused = await methods.refuseDraft(requireViewer(c), { id, draftId }, reason);
      return c.json({ data: unwrap(refused) }, 200);
    })
    .openapi(route.withdrawDraft, async (c) => {
      const { id, draft_id: draftId } = c.req.valid('param');
      const withdrawn = await methods.withdrawDraft(requireViewer(c), { id, draftId });
      return c.json({ data: unwrap(withdrawn) }, 200);
    })
    .openapi(route.listTemplateSteps, async (c) => {
      const { id } = c.req.valid('param');
      return c.json({ data: unwrap(await methods.history(id)) }, 200);
    })
    .openapi(authorisation.listAuthorisations, async (c) =>
      c.json({ data: await methods.authorisations() }, 200),
    )
    .openapi(authorisation.authorise, async (c) =>
      c.json({ data: unwrap(await methods.authorise(requireViewer(c), c.req.valid('json'))) }, 200),
    )
    .openapi(route.listCompounds, async (c) => c.json({ data: await methods.compounds() }, 200))
    .openapi(route.masses, (c) => c.json({ data: unwrap(methods.masses(c.req.valid('query'))) }, 200));
}
