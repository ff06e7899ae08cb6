import type { Template } from '@vialproof/contract/methods';
import type { SkuKind } from '../catalog/catalog.service.ts';
import type { TemplateRow } from './methods.tables.ts';

/** A family's template. */
export function presentFamily(row: TemplateRow & { family: string }): Template {
  const { id, family, version, lines, integration, requires, dateOrder } = row;
  return {
    id,
    of: 'family',
    name: family,
    family,
    retired_at: null,
    is_own: true,
    version,
    lines,
    integration,
    date_order: dateOrder,
    requires: requires ?? [],
  };
}

/** What a test goes by: its own lines, else its family's, else none. */
export function presentTest(
  sku: SkuKind,
  own: TemplateRow | undefined,
  family: TemplateRow | undefined,
): Template {
  return {
    id: sku.id,
    of: 'test',
    name: sku.name,
    family: sku.family,
    retired_at: sku.retiredAt?.toISOString() ?? null,
    is_own: own !== undefined,
    version: own?.version ?? 0,
    lines: (own ?? family)?.lines ?? [],
    integration: (own ?? family)?.integration ?? null,
    date_order: (own ?? family)?.dateOrder ?? null,
    requires: (own ?? family)?.requires ?? [],
  };
}
