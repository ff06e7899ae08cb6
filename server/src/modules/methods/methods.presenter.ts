import type { Template, TemplateApproval, TemplateDraft, TemplateStep } from '@vialproof/contract/methods';
import { isoOf } from '@vialproof/science/calendar/dates';
import type { SkuKind } from '../catalog/catalog.service.ts';
import type { DraftRow } from './drafts.tables.ts';
import type { TemplateRow } from './methods.tables.ts';

/** The approval of the present version, and the open draft. */
export type About = Pick<Template, 'approval' | 'draft'>;
/** Names of authors and approvers. */
export type People = ReadonlyMap<string, { display_name: string }>;

/** A family's template. */
export function presentFamily(row: TemplateRow & { family: string }, about: About): Template {
  const { id, family, version, lines, integration, requires, dateOrder, delivered } = row;
  return {
    id,
    of: 'family',
    name: family,
    family,
    retired_at: null,
    is_own: true,
    version,
    delivered,
    ...about,
    lines,
    integration,
    date_order: dateOrder,
    requires: requires ?? [],
  };
}

/** The template of a test: its own lines, its family's, or none. */
export function presentTest(
  sku: SkuKind,
  { own, family }: { own: TemplateRow | undefined; family: TemplateRow | undefined },
  about: About,
): Template {
  return {
    id: sku.id,
    of: 'test',
    name: sku.name,
    family: sku.family,
    retired_at: isoOf(sku.retiredAt),
    is_own: own !== undefined,
    version: own?.version ?? 0,
    delivered: own?.delivered ?? false,
    ...about,
    lines: (own ?? family)?.lines ?? [],
    integration: (own ?? family)?.integration ?? null,
    date_order: (own ?? family)?.dateOrder ?? null,
    requires: (own ?? family)?.requires ?? [],
  };
}

export function presentDraft(row: DraftRow, people: People): TemplateDraft {
  return {
    id: row.id,
    version: row.version,
    reason: row.reason,
    by: presentAuthor(row.byId, people),
    at: row.at.toISOString(),
    lines: row.lines,
    integration: row.integration,
    date_order: row.dateOrder,
    requires: row.requires,
  };
}

export function presentApproval(row: DraftRow, people: People): TemplateApproval {
  return {
    drafted_by: presentAuthor(row.byId, people),
    approved_by: presentAuthor(row.decidedBy ?? '', people),
    at: (row.decidedAt ?? row.at).toISOString(),
    reason: row.reason,
  };
}

export function presentStep(row: DraftRow, people: People): TemplateStep {
  return {
    what: row.state,
    version: row.approvedVersion ?? row.version,
    at: (row.decidedAt ?? row.at).toISOString(),
    drafted: { by: presentAuthor(row.byId, people), at: row.at.toISOString(), reason: row.reason },
    decided: row.decidedBy ? { by: presentAuthor(row.decidedBy, people), reason: row.decisionReason } : null,
  };
}

function presentAuthor(id: string, people: People) {
  return { id, display_name: people.get(id)?.display_name ?? 'Former member' };
}
