import { isDeepStrictEqual } from 'node:util';
import { findSkuKind } from '../catalog/catalog.service.ts';
import { listAuthorisationRows } from './authorisations.store.ts';
import { listApprovedVersions } from './drafts.store.ts';
import { foldMethod } from './method-names.rules.ts';
import type { MethodsContext } from './methods.service.ts';

/** One sentence for each template that differs from what was approved, and for each method with two lists of people. */
export async function* checkMethods(ctx: MethodsContext): AsyncGenerator<string> {
  const { orm } = ctx.platform.db;
  for (const { draft, lines, dateOrder } of await listApprovedVersions(orm)) {
    if (isDeepStrictEqual([draft.lines, draft.dateOrder], [lines, dateOrder])) continue;
    const sku = draft.skuId ? await findSkuKind(ctx.catalog, draft.skuId) : undefined;
    yield `Version ${draft.approvedVersion} of the template of ${sku?.name ?? draft.family ?? draft.skuId} is not what was approved.`;
  }
  const seen = new Map<string, string>();
  for (const { method } of await listAuthorisationRows(orm)) {
    const other = seen.get(foldMethod(method));
    if (other) yield `“${other}” and “${method}” are one method with two lists: only people on both may.`;
    seen.set(foldMethod(method), method);
  }
}
