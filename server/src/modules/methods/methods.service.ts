import { randomUUID } from 'node:crypto';
import type {
  Compound,
  Masses,
  Proposal,
  SaveTemplate,
  Template,
  TemplateLine,
} from '@vialproof/contract/methods';
import { adminOnly, staffOnly, type Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import { massesOf, readFormula } from './chemistry.rules.ts';
import { presentFamily, presentTest } from './methods.presenter.ts';
import { isCalled, proposedLines, templateChanges, templateErrors } from './methods.rules.ts';
import { methodsStore } from './methods.store.ts';
import type { TemplateRow } from './methods.tables.ts';

export { massesOf, readFormula } from './chemistry.rules.ts';

export type Methods = ReturnType<typeof createMethods>;
export type NewTemplate = { of: { slug: string } | { family: string }; lines: Omit<TemplateLine, 'id'>[] };
export type NewCompound = { name: string; formula: string };

/** How the laboratory measures: templates of measurements that admins keep, and the chemistry of compounds. */
export function createMethods({ db, clock }: Platform, { catalog }: { catalog: Catalog }) {
  const store = methodsStore(db.orm);

  function isFamily(row: TemplateRow): row is TemplateRow & { family: string } {
    return row.family !== null;
  }

  /** By the name that the customer gave, else by that of the test: 'bpc 157' is BPC-157. */
  async function compoundOf(names: (string | null)[]): Promise<NewCompound | null> {
    const known = await store.compounds();
    for (const name of names) {
      const found = name === null ? undefined : known.find((each) => isCalled(each.name, name));
      if (found) return found;
    }
    return null;
  }

  return {
    /** Every template: families by name, then tests in the order of the price list. Admins only. */
    async list(viewer: Viewer): Promise<Template[] | Refusal> {
      const hidden = adminOnly(viewer);
      if (hidden) return hidden;
      const rows = await store.list();
      const families = rows.filter(isFamily).toSorted((one, other) => (one.family < other.family ? -1 : 1));
      const kinds = await catalog.kinds();
      return [
        ...families.map(presentFamily),
        ...kinds.map((sku) =>
          presentTest(
            sku,
            rows.find((row) => row.skuId === sku.id),
            families.find((row) => row.family === sku.family),
          ),
        ),
      ];
    },

    /**
     * Changes the lines of a test or of a family; a test that went by its family's gets lines of its own. Refuses
     * stale_version, and invalid_fields by the paths of the payload. A save that changes nothing leaves no trace.
     */
    async save(viewer: Viewer, id: string, { version, lines }: SaveTemplate): Promise<Template | Refusal> {
      const hidden = adminOnly(viewer);
      if (hidden) return hidden;
      // Read beforehand: inside the transaction it would want a second connection.
      const sku = await catalog.findKind(id);
      return db.transaction(async (tx): Promise<Template | Refusal> => {
        await store.takeTurn(tx);
        const rows = await store.list(tx);
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
        if (Object.keys(changes).length === 0) return now;
        await store.put(tx, {
          id: (sku ? own?.id : family?.id) ?? randomUUID(),
          skuId: sku ? id : null,
          family: sku ? null : now.family,
          version: version + 1,
          lines: after,
          updatedAt: clock.now(),
        });
        await recordAudit(tx, {
          at: clock.now(),
          actorId: viewer.id,
          action: 'methods.changed',
          subject: { kind: sku ? 'sku' : 'family', id },
          detail: { name: now.name, version: version + 1, ...changes },
        });
        return { ...now, is_own: true, version: version + 1, lines: after };
      });
    },

    /** What an empty draft of this test begins with; the compound by the name that the customer gave. */
    async propose(skuId: string, compoundName: string | null): Promise<Proposal> {
      const sku = await catalog.findKind(skuId);
      if (!sku) throw new Error(`sku ${skuId} is missing`);
      const rows = await store.findFor(sku);
      const lines = (rows.find((row) => row.skuId === skuId) ?? rows.find(isFamily))?.lines ?? [];
      return {
        lines: proposedLines(lines, sku.includesSterility),
        compound: await compoundOf([compoundName, sku.name]),
      };
    },

    /** The substances whose formula is known, with their masses; staff only. */
    async compounds(viewer: Viewer): Promise<Compound[] | Refusal> {
      const hidden = staffOnly(viewer);
      if (hidden) return hidden;
      return (await store.compounds()).flatMap(({ name, formula }) => {
        const substance = readFormula(formula);
        if (typeof substance === 'string') return [];
        return [{ name, formula, average: substance.average, monoisotopic: substance.monoisotopic }];
      });
    },

    /** Masses of a formula, and what an observed m/z may be; staff only. Refuses invalid_fields at `formula`. */
    masses(viewer: Viewer, asked: { formula: string; observed?: number | undefined }): Masses | Refusal {
      const hidden = staffOnly(viewer);
      if (hidden) return hidden;
      const substance = readFormula(asked.formula);
      if (typeof substance !== 'string') return massesOf(substance, asked.observed);
      return refuse('invalid_fields', substance, { errors: [{ path: 'formula', message: substance }] });
    },

    /** Fills an installation's templates and compounds; what exists already stays as it is. */
    async addMissing(templates: readonly NewTemplate[], compounds: readonly NewCompound[]): Promise<void> {
      const kinds = await catalog.kinds();
      const rows = templates.flatMap(({ of, lines }) => {
        const skuId = 'slug' in of ? kinds.find(({ slug }) => slug === of.slug)?.id : null;
        if (skuId === undefined) return [];
        return {
          id: randomUUID(),
          skuId,
          family: 'family' in of ? of.family : null,
          version: 1,
          lines: lines.map((line) => ({ ...line, id: randomUUID() })),
          updatedAt: clock.now(),
        };
      });
      await store.addMissing(rows);
      await store.addMissingCompounds([...compounds]);
    },
  };
}
