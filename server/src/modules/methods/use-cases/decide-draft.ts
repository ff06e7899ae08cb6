import { randomUUID } from 'node:crypto';
import type { Template } from '@vialproof/contract/methods';
import type { Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { findSkuKind } from '../../catalog/catalog.service.ts';
import { type Decision, decide } from '../drafts.rules.ts';
import { closeDraft, findDraft } from '../drafts.store.ts';
import type { MethodsContext } from '../methods.service.ts';
import { lockTemplates, putTemplate } from '../methods.store.ts';
import { contentChanges, type TemplateContent } from '../template-content.rules.ts';
import { type Changeable, findChangeable, selectTemplate } from '../templates.queries.ts';

type Of = { id: string; draftId: string };

/** Approves another person's draft. Refusals: `same_person`, `wrong_state`, `stale_version`. */
export async function approveDraft(ctx: MethodsContext, viewer: Viewer, of: Of): Promise<Template | Refusal> {
  return decideDraft(ctx, viewer, of, { decision: 'approve', reason: null });
}

/** Refuses another person's draft. Refusals: `same_person`, `wrong_state`. */
export async function refuseDraft(
  ctx: MethodsContext,
  viewer: Viewer,
  of: Of,
  reason: string,
): Promise<Template | Refusal> {
  return decideDraft(ctx, viewer, of, { decision: 'refuse', reason });
}

/** The author withdraws the draft. Refusals: `forbidden`, `wrong_state`. */
export async function withdrawDraft(
  ctx: MethodsContext,
  viewer: Viewer,
  of: Of,
): Promise<Template | Refusal> {
  return decideDraft(ctx, viewer, of, { decision: 'withdraw', reason: null });
}

const ACTIONS: Record<Decision, string> = {
  approve: 'methods.changed',
  refuse: 'methods.draft_refused',
  withdraw: 'methods.draft_withdrawn',
};

async function decideDraft(
  ctx: MethodsContext,
  viewer: Viewer,
  { id, draftId }: Of,
  { decision, reason }: { decision: Decision; reason: string | null },
): Promise<Template | Refusal> {
  if (!isUuid(draftId)) return refuse('not_found');
  const { db, clock } = ctx.platform;
  // Read before the transaction, because it needs another connection.
  const sku = await findSkuKind(ctx.catalog, id);
  const done = await db.transaction(async (tx): Promise<Refusal | undefined> => {
    await lockTemplates(tx);
    const found = await findChangeable(tx, id, sku);
    const draft = found && (await findDraft(tx, found.subject, draftId));
    if (!draft) return refuse('not_found');
    const state = decide(draft, decision, { viewerId: viewer.id, now: found.base });
    if (typeof state !== 'string') return refuse(state.no, state.words);
    const at = clock.now();
    const version = draft.version + 1;
    const approvedVersion = state === 'approved' ? version : null;
    await closeDraft(tx, draft.id, {
      state,
      decidedBy: viewer.id,
      decidedAt: at,
      decisionReason: reason,
      approvedVersion,
    });
    if (approvedVersion !== null) await putVersion(tx, found, draft, { version, at });
    await recordAudit(tx, {
      at,
      actorId: viewer.id,
      action: ACTIONS[decision],
      subject: { kind: sku ? 'sku' : 'family', id },
      detail: {
        name: found.name,
        version: approvedVersion ?? draft.version,
        ...(decision === 'withdraw' ? {} : { drafted_by: draft.byId }),
        ...(decision === 'refuse' ? { draft_says: draft.reason, reason } : { reason: draft.reason }),
        ...(approvedVersion === null ? {} : contentChanges(found.now, draft)),
      },
    });
    return undefined;
  });
  return isRefusal(done) ? done : selectTemplate(ctx, id);
}

async function putVersion(
  tx: Tx,
  { subject, own }: Changeable,
  { lines, integration, requires, dateOrder }: TemplateContent,
  { version, at }: { version: number; at: Date },
): Promise<void> {
  const content = { lines, integration, requires, dateOrder };
  const id = own?.id ?? randomUUID();
  await putTemplate(tx, { id, ...subject, version, ...content, updatedAt: at, delivered: false });
}
