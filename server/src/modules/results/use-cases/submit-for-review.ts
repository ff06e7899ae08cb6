import type { LabRequest, RevisionState, Submission } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import type { Client } from '../../../platform/http/browser.ts';
import type { Queryable } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { confirmSignature } from '../../accounts/accounts.service.ts';
import { findTraceFacts } from '../../chromatograms/chromatograms.service.ts';
import { closedMethods, methodsOf } from '../../methods/methods.service.ts';
import { judgeInjections, type TimeRules, timeRulesOf } from '../injections.queries.ts';
import type { ResultsContext } from '../results.context.ts';
import { nameOf } from '../results.queries.ts';
import { addContributor, listChain } from '../results.store.ts';
import type { RevisionRow } from '../results.tables.ts';
import { findWorkable, type LockedRequest, recordRevision, touchDraft } from '../results.transitions.ts';
import { authorisationWords } from '../rules/authorisation.ts';
import { missingRecord } from '../rules/bench-record.ts';
import { besideTrace, isOpen, stateAfter, submissionErrors } from '../rules/revisions.ts';
import { insertSignature } from '../signatures.store.ts';
import { changeRequest } from './change-request.ts';
import { findUntoldMethods } from './check-methods.ts';

type Seen = Pick<Submission, 'version' | 'chromatogram_version'>;
type Trace = Awaited<ReturnType<typeof findTraceFacts>>;

/**
 * Gives a draft to a second person, with a signature. Refusals: `stale_draft` if the person saw another version,
 * `invalid_fields` if something is missing, `signature_refused`.
 */
export async function submitForReview(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  { password, code, passkey, meaning, ...seen }: Submission,
  from: Client,
): Promise<LabRequest | Refusal> {
  const request = await findWorkable(ctx, viewer, idOrTask);
  if (isRefusal(request)) return request;
  const { orm } = ctx.platform.db;
  const known = await methodsOf(ctx.methods, request.skuId);
  const asked = { userId: viewer.id, seen, rules: await timeRulesOf(ctx, request), known };
  const judged = await judgeSubmission(ctx, orm, { request, chain: await listChain(orm, request.id) }, asked);
  if (isRefusal(judged)) return judged;
  const refused = await confirmSignature(ctx.accounts, viewer, { password, code, passkey }, from);
  if (refused) return refused;
  const name = await nameOf(ctx, viewer);
  return changeRequest(ctx, viewer, request.id, async (locked) => {
    const { tx } = locked;
    // Checked again under the lock, so that the person signs what the page showed.
    const ready = await judgeSubmission(ctx, tx, locked, asked);
    if (isRefusal(ready)) return ready;
    const { draft, state, trace } = ready;
    const now = ctx.platform.clock.now();
    await addContributor(tx, draft.id, viewer.id, now);
    const measurements = besideTrace(draft.measurements, trace);
    await touchDraft(ctx, tx, draft, { state, measurements, submittedAt: now, submittedBy: viewer.id });
    await insertSignature(tx, { revisionId: draft.id, meaning, byId: viewer.id, name, at: now });
    await recordRevision(ctx, tx, viewer, 'submitted', draft, {
      signed: meaning,
      version: draft.version,
      chromatogram: trace ? { version: trace.version, sha256: trace.facts.sha256 } : null,
    });
    return undefined;
  });
}

/** The draft with its chromatogram, or why it cannot be submitted. */
async function judgeSubmission(
  ctx: ResultsContext,
  db: Queryable,
  { request, chain }: Pick<LockedRequest, 'request' | 'chain'>,
  { userId, seen, rules, known }: { userId: string; seen: Seen; rules: TimeRules; known: string[] },
): Promise<{ draft: RevisionRow; state: RevisionState; trace: Trace } | Refusal> {
  const draft = chain.find((row) => isOpen(row.state));
  const state = draft && stateAfter(draft.state, 'submitted');
  if (!draft || !state) return refuse('wrong_state');
  const methods = draft.measurements.map(({ method }) => method);
  const closed = await closedMethods(ctx.methods, db, { deed: 'measure', userId, methods });
  if (closed.length > 0) return refuse('not_authorised', authorisationWords(closed));
  if (seen.version !== undefined && seen.version !== draft.version) return refuse('stale_draft');
  const trace = await findTraceFacts(ctx.chromatograms, db, draft.id);
  if (seen.chromatogram_version !== undefined && seen.chromatogram_version !== (trace?.version ?? null)) {
    return refuse(
      'stale_draft',
      'The chromatogram was changed since it stood on your screen. Look at it again before you hand in.',
    );
  }
  const injections = await judgeInjections(ctx, db, request, { revisionId: draft.id, rules });
  // Lines that were published before stay valid, even if their method was restricted since.
  const published = chain.find((row) => row.state === 'published')?.measurements ?? [];
  const errors = [
    ...(await findUntoldMethods(ctx, db, { known, before: published, after: draft.measurements })),
    ...submissionErrors(
      { ...draft, deviations: draft.record?.deviations },
      trace ? { ...trace.facts, ...trace } : null,
      injections.map(({ injection, ...state }) => ({ ...injection, ...state })),
    ),
    ...missingRecord(draft, rules.requires),
  ];
  return errors.length > 0
    ? refuse('invalid_fields', errors[0]?.message, { errors })
    : { draft, state, trace };
}
