import { type Dossier, type DossierLink, MOST_VALUES, type OwnLimitQuery } from '@vialproof/contract/dossiers';
import type { Named, NamedBatch } from '@vialproof/contract/makers';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { DossiersContext } from './dossiers.context.ts';
import { presentDossier } from './dossiers.presenter.ts';
import {
  type Counted,
  countSenders,
  findNewest,
  readCompounds,
  readCounts,
  readFigures,
  readLineNames,
  readSharedCodes,
  readTests,
  readValues,
  type TestRow,
} from './pages.store.ts';
import { type CodedTest, collisionsOf } from './rules/collisions.ts';

/** Which dossier: by the last parts of its address. */
export type DossierOf =
  | { kind: 'compound' | 'maker'; slug: string }
  | { kind: 'batch'; maker: string; code: string };

/** All that is said about how many customers: five or more. */
const MOST_SENDERS = 5;

/** One dossier; refuses not_found where no public test has ever named such a thing. */
export async function selectDossier(
  ctx: DossiersContext,
  of: DossierOf,
  own: OwnLimitQuery,
): Promise<Dossier | Refusal> {
  const found = await findSubject(ctx, of);
  if (!found) return refuse('not_found');
  const { pool } = ctx.platform.db;
  const { subject, counted } = found;
  const [counts, senders, figures, tests, newestAt] = await Promise.all([
    readCounts(pool, counted),
    countSenders(pool, counted, MOST_SENDERS),
    readFigures(pool, counted),
    readTests(pool, counted),
    findNewest(pool, counted),
  ]);
  const lines = [...new Set(counts.filter(({ line }) => line >= 0).map(({ line }) => line))];
  const [names, values, collisions] = await Promise.all([
    readLineNames(pool, lines),
    readValues(pool, counted, lines, MOST_VALUES),
    findCollisions(ctx, tests),
  ]);
  return presentDossier({ subject, collisions, counts, senders, figures, names, values, tests, newestAt, own });
}

type Found = { subject: Dossier['subject']; counted: Counted };

async function findSubject(ctx: DossiersContext, of: DossierOf): Promise<Found | undefined> {
  const { makers, platform } = ctx;
  if (of.kind === 'batch') {
    const found = await makers.batchAt(of.maker, of.code);
    if (!found) return undefined;
    const { record } = found;
    const counted = { kind: of.kind, id: record.id };
    const compounds = await readCompounds(platform.db.pool, counted);
    const names = await makers.namesOf({ makers: [], batches: [], compounds });
    const maker = (await makers.makerAt(record.maker_slug))?.record;
    const subject = {
      ...subjectOf(of.kind, found),
      path: pathOfBatch(record),
      maker: maker ? linkTo('makers', maker) : null,
      compounds: [...names.compounds.values()].map((compound) => linkTo('compounds', compound)),
    };
    return { subject, counted };
  }
  const found = of.kind === 'maker' ? await makers.makerAt(of.slug) : await makers.compoundAt(of.slug);
  if (!found) return undefined;
  const path = `/${of.kind}s/${found.record.slug}`;
  return {
    subject: { ...subjectOf(of.kind, found), path },
    counted: { kind: of.kind, id: found.record.id },
  };
}

type Addressed = { record: Named; spellings: string[]; answer: { text: string; at: Date } | null };

function subjectOf(kind: Counted['kind'], { record, spellings, answer }: Addressed): Omit<Dossier['subject'], 'path'> {
  const { name, slug, confirmed } = record;
  const said = answer && { text: answer.text, at: answer.at.toISOString() };
  return { kind, name, slug, spellings, confirmed, maker: null, compounds: [], answer: said };
}

const pathOfBatch = ({ maker_slug, slug }: NamedBatch) => `/batches/${maker_slug}/${slug}`;
const linkTo = (folder: 'makers' | 'compounds', { name, slug }: Named): DossierLink => ({
  name,
  path: `/${folder}/${slug}`,
});

/** Among the codes of the newest tests. */
async function findCollisions({ makers, platform }: DossiersContext, tests: TestRow[]): Promise<Dossier['collisions']> {
  const codes = new Set(
    tests.flatMap(({ state, code_key }) => (state === 'published' && code_key !== null ? [code_key] : [])),
  );
  const rows = codes.size > 0 ? await readSharedCodes(platform.db.pool, [...codes]) : [];
  if (rows.length === 0) return [];
  const distinct = (ids: (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  const names = await makers.namesOf({
    makers: distinct(rows.map(({ maker_id }) => maker_id)),
    batches: distinct(rows.map(({ batch_id }) => batch_id)),
    compounds: distinct(rows.map(({ compound_id }) => compound_id)),
  });
  const coded = rows.map((row): CodedTest => {
    const maker = names.makers.get(row.maker_id ?? '');
    const compound = names.compounds.get(row.compound_id ?? '');
    const batch = names.batches.get(row.batch_id ?? '');
    return {
      code_key: row.code_key,
      code: batch?.name ?? row.code,
      maker: maker ? { id: maker.id, ...linkTo('makers', maker) } : null,
      compound: compound ? { id: compound.id, ...linkTo('compounds', compound) } : null,
      path: batch ? pathOfBatch(batch) : null,
    };
  });
  return collisionsOf(coded);
}
