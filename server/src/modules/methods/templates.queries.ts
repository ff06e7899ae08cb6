import type { Template, TemplateStep } from '@vialproof/contract/methods';
import type { Queryable } from '../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { findPeople } from '../accounts/accounts.service.ts';
import { findSkuKind, listSkuKinds, type SkuKind } from '../catalog/catalog.service.ts';
import type { Base } from './drafts.rules.ts';
import {
  listDrafts,
  listOpenDrafts,
  listOtherVersions,
  listPresentDrafts,
  type Subject,
} from './drafts.store.ts';
import {
  type About,
  presentApproval,
  presentDraft,
  presentFamily,
  presentStep,
  presentTest,
} from './methods.presenter.ts';
import { isFamily } from './methods.rules.ts';
import type { MethodsContext } from './methods.service.ts';
import { listTemplateRows } from './methods.store.ts';
import type { TemplateRow } from './methods.tables.ts';
import { type PresentContent, presentContent } from './template-content.rules.ts';

const MOST_STEPS = 200;

/** Every template: families by name, then tests in the order of the price list. */
export async function listTemplates(ctx: MethodsContext): Promise<Template[]> {
  const { orm } = ctx.platform.db;
  const rows = await listTemplateRows(orm);
  const families = rows.filter(isFamily).toSorted((one, other) => (one.family < other.family ? -1 : 1));
  const about = await describeDrafts(ctx);
  const kinds = await listSkuKinds(ctx.catalog);
  return [
    ...families.map((row) => presentFamily(row, about(row))),
    ...kinds.map((sku) =>
      presentTest(
        sku,
        {
          own: rows.find((row) => row.skuId === sku.id),
          family: families.find((row) => row.family === sku.family),
        },
        about({ skuId: sku.id, family: null }),
      ),
    ),
  ];
}

/** A template for reviewers and admins. Throws for an unknown id. */
export async function selectTemplate(ctx: MethodsContext, id: string): Promise<Template> {
  const found = (await listTemplates(ctx)).find((template) => template.id === id);
  if (!found) throw new Error(`template ${id} is missing`);
  return found;
}

/** The drafts of each template. */
async function describeDrafts(
  ctx: MethodsContext,
): Promise<(subject: { skuId: string | null; family: string | null }) => About> {
  const { orm } = ctx.platform.db;
  const [open, approved] = await Promise.all([listOpenDrafts(orm), listPresentDrafts(orm)]);
  const people = await findPeople(
    ctx.accounts,
    [...open, ...approved].flatMap(({ byId, decidedBy }) => [byId, decidedBy ?? byId]),
  );
  return ({ skuId, family }) => {
    const isOf = (row: { skuId: string | null; family: string | null }) =>
      row.skuId === skuId && row.family === family;
    const draft = open.find(isOf);
    const present = approved.find(isOf);
    return {
      draft: draft ? presentDraft(draft, people) : null,
      approval: present ? presentApproval(present, people) : null,
    };
  };
}

/** A test or family with its template. */
export type Changeable = {
  subject: Subject;
  name: string;
  own: TemplateRow | undefined;
  now: PresentContent;
  base: Base;
};

/** The test or family with this id. Undefined if unknown. */
export async function findChangeable(
  db: Queryable,
  id: string,
  sku: SkuKind | undefined,
): Promise<Changeable | undefined> {
  const rows = await listTemplateRows(db);
  const family = rows.filter(isFamily).find((row) => (sku ? row.family === sku.family : row.id === id));
  if (!sku) {
    if (!family) return undefined;
    return {
      subject: { skuId: null, family: family.family },
      name: family.family,
      own: family,
      now: presentContent(family, undefined),
      base: { version: family.version, familyVersion: null },
    };
  }
  const own = rows.find((row) => row.skuId === id);
  return {
    subject: { skuId: id, family: null },
    name: sku.name,
    own,
    now: presentContent(own, family),
    base: own
      ? { version: own.version, familyVersion: null }
      : { version: 0, familyVersion: family?.version ?? null },
  };
}

/** The versions and refused drafts of a template, newest first. Refusal: `not_found`. */
export async function listTemplateSteps(ctx: MethodsContext, id: string): Promise<TemplateStep[] | Refusal> {
  const { orm } = ctx.platform.db;
  const found = await findChangeable(orm, id, await findSkuKind(ctx.catalog, id));
  if (!found) return refuse('not_found');
  const drafts = await listDrafts(orm, found.subject, MOST_STEPS);
  const others = await listOtherVersions(orm, found.subject, MOST_STEPS);
  const people = await findPeople(
    ctx.accounts,
    drafts.flatMap(({ byId, decidedBy }) => [byId, decidedBy ?? byId]),
  );
  const without = others.map(({ version, at }): TemplateStep => {
    const what = version === 1 && found.own?.delivered ? 'delivered' : 'changed';
    return { what, version, at: at.toISOString(), drafted: null, decided: null };
  });
  // Versions without approval come last, because they are older. The exception: the first lines that the software gave
  // a test.
  return [...drafts.map((row) => presentStep(row, people)), ...without]
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, MOST_STEPS);
}
