import { randomUUID } from 'node:crypto';
import type { DraftTemplate, Template } from '@vialproof/contract/methods';
import type { Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { findSkuKind } from '../../catalog/catalog.service.ts';
import { refuseDrafting } from '../drafts.rules.ts';
import { closeDraft, findOpenDraft, insertDraft } from '../drafts.store.ts';
import { templateErrors } from '../methods.rules.ts';
import type { MethodsContext } from '../methods.service.ts';
import { lockTemplates } from '../methods.store.ts';
import { contentChanges, contentOf } from '../template-content.rules.ts';
import { findChangeable, selectTemplate } from '../templates.queries.ts';

const UNDECIDED = { decidedBy: null, decidedAt: null, decisionReason: null, approvedVersion: null };

/**
 * Proposes a change of a template. It counts when another person approves it. It replaces the author's older draft.
 * Refusals: `wrong_state`, `stale_version`, `invalid_fields`.
 */
export async function draftTemplate(
  ctx: MethodsContext,
  viewer: Viewer,
  id: string,
  { version, reason, ...sent }: DraftTemplate,
): Promise<Template | Refusal> {
  const { db, clock } = ctx.platform;
  // Read before the transaction, because it needs another connection.
  const sku = await findSkuKind(ctx.catalog, id);
  const done = await db.transaction(async (tx): Promise<Refusal | undefined> => {
    await lockTemplates(tx);
    const found = await findChangeable(tx, id, sku);
    if (!found) return refuse('not_found');
    const open = await findOpenDraft(tx, found.subject);
    const taken = refuseDrafting(open, viewer.id);
    if (taken) return refuse(taken.no, taken.words);
    if (found.base.version !== version) return refuse('stale_version');
    const errors = templateErrors(sent.lines, found.now.lines);
    if (errors.length > 0) return refuse('invalid_fields', errors[0]?.message, { errors });
    const content = contentOf(sent, found.now);
    const changes = contentChanges(found.now, content);
    if (Object.keys(changes).length === 0) {
      const message = 'This changes nothing: the template says the same already.';
      return refuse('invalid_fields', message, { errors: [{ path: 'lines', message }] });
    }
    const at = clock.now();
    if (open) {
      const withdrawn = { ...UNDECIDED, state: 'withdrawn', decidedBy: viewer.id, decidedAt: at } as const;
      await closeDraft(tx, open.id, withdrawn);
    }
    const made = { ...found.subject, ...found.base, ...content, reason, byId: viewer.id, at };
    await insertDraft(tx, { ...made, ...UNDECIDED, id: randomUUID(), state: 'open' });
    await recordAudit(tx, {
      at,
      actorId: viewer.id,
      action: 'methods.drafted',
      subject: { kind: sku ? 'sku' : 'family', id },
      detail: { name: found.name, version, reason, replaces_own_draft: open !== undefined, ...changes },
    });
    return undefined;
  });
  return isRefusal(done) ? done : selectTemplate(ctx, id);
}
