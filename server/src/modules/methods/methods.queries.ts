import type { Requirable } from '@vialproof/contract/bench-record';
import type { IntegrationOptions } from '@vialproof/contract/chromatograms';
import type { DateOrder } from '@vialproof/contract/injection-time';
import type { Compound, Masses, Proposal, TemplateLine } from '@vialproof/contract/methods';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { findSkuKind, type SkuKind } from '../catalog/catalog.service.ts';
import { isCalled, isFamily, proposedLines, withAgreedRules } from './methods.rules.ts';
import type { MethodsContext } from './methods.service.ts';
import { findLinesAt, findTemplatesFor, listCompoundRows } from './methods.store.ts';
import type { CompoundRow, TemplateRow } from './methods.tables.ts';
import { massesOf, readFormula } from './molecular-mass.rules.ts';

type Ordered = { skuId: string; createdAt: Date; compoundName: string | null };

/** The lines of a new draft for this order, with the rules that the template had when the order was made. */
export async function proposeLines(
  ctx: MethodsContext,
  { skuId, createdAt, compoundName }: Ordered,
): Promise<Proposal> {
  const { sku, template } = await templateOf(ctx, skuId);
  const agreed = await findLinesAt(ctx.platform.db.orm, sku, createdAt);
  return {
    lines: withAgreedRules(
      proposedLines(template?.lines ?? [], sku.includesSterility).map((line) => ({
        ...line,
        template_line_id: line.id,
      })),
      agreed,
    ).map(({ template_line_id: _, ...line }) => line),
    requires: template?.requires ?? [],
    compound: await compoundOf(ctx, [compoundName, sku.name]),
  };
}

/** The lines of the template at the time of the order. */
export async function agreedLines(
  ctx: MethodsContext,
  { skuId, createdAt }: Pick<Ordered, 'skuId' | 'createdAt'>,
): Promise<TemplateLine[]> {
  return findLinesAt(ctx.platform.db.orm, await skuOf(ctx, skuId), createdAt);
}

/** Which peaks count in the test's method. Null if the method does not say. */
export async function integrationOf(ctx: MethodsContext, skuId: string): Promise<IntegrationOptions | null> {
  return (await templateOf(ctx, skuId)).template?.integration ?? null;
}

/** The methods that a test's template names. Retired lines do not count. */
export async function methodsOf(ctx: MethodsContext, skuId: string): Promise<string[]> {
  const lines = (await templateOf(ctx, skuId)).template?.lines ?? [];
  return lines.filter(({ retired }) => !retired).map(({ method }) => method);
}

/** What a test's template requires before a submission. */
export async function requirementsOf(ctx: MethodsContext, skuId: string): Promise<Requirable[]> {
  return (await templateOf(ctx, skuId)).template?.requires ?? [];
}

/** Whether day or month comes first in the files of a test's method; null if unknown. */
export async function dateOrderOf(ctx: MethodsContext, skuId: string): Promise<DateOrder | null> {
  return (await templateOf(ctx, skuId)).template?.dateOrder ?? null;
}

/** A test with its own template or its family's. */
async function templateOf(
  ctx: MethodsContext,
  skuId: string,
): Promise<{ sku: SkuKind; template: TemplateRow | undefined }> {
  const sku = await skuOf(ctx, skuId);
  const rows = await findTemplatesFor(ctx.platform.db.orm, sku);
  return { sku, template: rows.find((row) => row.skuId === skuId) ?? rows.find(isFamily) };
}

async function skuOf(ctx: MethodsContext, skuId: string): Promise<SkuKind> {
  const sku = await findSkuKind(ctx.catalog, skuId);
  if (!sku) throw new Error(`sku ${skuId} is missing`);
  return sku;
}

/** The compounds with a formula, with their masses. */
export async function listCompounds({ platform }: MethodsContext): Promise<Compound[]> {
  return (await listCompoundRows(platform.db.orm)).flatMap(({ name, formula }) => {
    const substance = readFormula(formula);
    if (typeof substance === 'string') return [];
    return [{ name, formula, average: substance.average, monoisotopic: substance.monoisotopic }];
  });
}

/** The masses of a formula, and the ions that explain a measured m/z. Refusal: `invalid_fields`. */
export function massesOfFormula(
  _: MethodsContext,
  asked: { formula: string; observed?: number | undefined },
): Masses | Refusal {
  const substance = readFormula(asked.formula);
  if (typeof substance !== 'string') return massesOf(substance, asked.observed);
  return refuse('invalid_fields', substance, { errors: [{ path: 'formula', message: substance }] });
}

/** The compound in the customer's words, or in the name of the test. */
async function compoundOf(
  { platform }: MethodsContext,
  names: (string | null)[],
): Promise<CompoundRow | null> {
  const known = await listCompoundRows(platform.db.orm);
  for (const name of names) {
    const found = name === null ? undefined : known.find((each) => isCalled(each.name, name));
    if (found) return found;
  }
  return null;
}
