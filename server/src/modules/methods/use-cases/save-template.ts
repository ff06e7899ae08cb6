import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { REQUIRABLE } from '@vialproof/contract/bench-record';
import type { SaveTemplate, Template } from '@vialproof/contract/methods';
import { FIRST_INTEGRATION } from '@vialproof/contract/methods';
import { adminOnly, type Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { MethodsContext } from '../methods.context.ts';
import { presentFamily, presentTest } from '../methods.presenter.ts';
import { isFamily, templateChanges, templateErrors } from '../methods.rules.ts';
import { listTemplateRows, lockTemplates, putTemplate } from '../methods.store.ts';

/**
 * Changes the lines of a test or of a family, and which peaks count; a test that went by its family's gets lines of its own. Refuses
 * stale_version, and invalid_fields by the paths of the payload. A save that changes nothing leaves no trace.
 */
export async function saveTemplate(
  { platform, catalog }: MethodsContext,
  viewer: Viewer,
  id: string,
  { version, lines, integration: asked, date_order: order, requires: wanted }: SaveTemplate,
): Promise<Template | Refusal> {
  const hidden = adminOnly(viewer);
  if (hidden) return hidden;
  const { db, clock } = platform;
  // Read beforehand: inside the transaction it would want a second connection.
  const sku = await catalog.findKind(id);
  return db.transaction(async (tx): Promise<Template | Refusal> => {
    await lockTemplates(tx);
    const rows = await listTemplateRows(tx);
    const family = rows.filter(isFamily).find((row) => (sku ? row.family === sku.family : row.id === id));
    const own = rows.find((row) => row.skuId === id);
    const now = sku ? presentTest(sku, own, family) : family && presentFamily(family);
    if (!now) return refuse('not_found');
    if (now.version !== version) return refuse('stale_version');
    const before = now.is_own ? now.lines : [];
    const errors = templateErrors(lines, before);
    if (errors.length > 0) return refuse('invalid_fields', errors[0]?.message, { errors });
    const known = new Set(before.map((line) => line.id));
    const after = lines.map((line) => ({
      ...line,
      id: line.id !== null && known.has(line.id) ? line.id : randomUUID(),
    }));
    const changes = templateChanges(before, after);
    const integration = asked ?? now.integration ?? FIRST_INTEGRATION;
    const isOther = asked !== undefined && !isDeepStrictEqual(asked, now.integration);
    const requires = wanted ? REQUIRABLE.filter((field) => wanted.includes(field)) : (now.requires ?? []);
    const isStricter = !isDeepStrictEqual(requires, now.requires);
    const dateOrder = order === undefined ? (now.date_order ?? null) : order;
    const isReordered = dateOrder !== now.date_order;
    if (Object.keys(changes).length === 0 && !isOther && !isStricter && !isReordered) return now;
    await putTemplate(tx, {
      id: (sku ? own?.id : family?.id) ?? randomUUID(),
      skuId: sku ? id : null,
      family: sku ? null : now.family,
      version: version + 1,
      lines: after,
      integration,
      requires,
      dateOrder,
      updatedAt: clock.now(),
    });
    await recordAudit(tx, {
      at: clock.now(),
      actorId: viewer.id,
      action: 'methods.changed',
      subject: { kind: sku ? 'sku' : 'family', id },
      detail: {
        name: now.name,
        version: version + 1,
        ...changes,
        ...(isDeepStrictEqual(integration, now.integration)
          ? {}
          : { integration: { from: now.integration, to: integration } }),
        ...(isReordered ? { date_order: { from: now.date_order, to: dateOrder } } : {}),
        ...(isStricter ? { requires: { from: now.requires, to: requires } } : {}),
      },
    });
    const saved = { lines: after, integration, date_order: dateOrder, requires };
    return { ...now, is_own: true, version: version + 1, ...saved };
  });
}
