import { createHash } from 'node:crypto';
import type { Named } from '@vialproof/contract/makers';
import type { Measurement } from '@vialproof/contract/results';
import { fold } from '@vialproof/science/text/fold';
import type { Source } from '../../src/modules/publications/sources.store.ts';

/** Each compound and the test that is ordered for it; the first ones are ordered more often. */
export const COMPOUNDS: [string, string][] = [
  ['Retatrutide', 'retatrutide'],
  ['Tirzepatide', 'tirzepatide'],
  ['Semaglutide', 'semaglutide'],
  ['BPC-157', 'bpc-157'],
  ['TB-500', 'tb-500'],
  ['Ipamorelin', 'ipamorelin'],
  ['CJC-1295 DAC', 'cjc-1295-with-dac'],
  ['Melanotan 2', 'melanotan-2'],
  ['PT-141', 'pt-141'],
  ['AOD-9604', 'aod-9604'],
  ['GHRP-6', 'ghrp-6'],
  ['GHRP-2', 'ghrp-2'],
  ['HGH fragment 176-191', 'hgh-fragment'],
  ['Cagrilintide', 'cagrilintide'],
  ['Somatropin', 'somatropin-amount-and-purity'],
  ['LL-37', 'll-37'],
  ['TB-4', 'tb-4'],
  ['Melanotan 1', 'melanotan-1'],
  ['hCG', 'hcg-hplc'],
  ['5-Amino-1MQ', '5-amino-1-methylquinolinium'],
];
const MAKERS = 120;
const STRENGTHS = [2, 5, 10, 15, 30, 60];
const PRIVATE_SHARE = 0.1;
const STERILITY_SHARE = 0.04;
/** The number of batches of one compound by one maker in a month. */
const LOTS_A_MONTH = 10;
/** Part of the makers with batch codes of four digits, so that two makers may have the same code. */
const SHARED_CODE_SHARE = 0.02;
const FIRST_TASK = 10_001;

export const DAY_MS = 86_400_000;

export const md5 = (text: string) => createHash('md5').update(text).digest('hex');
export const idOf = (text: string) =>
  md5(text).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
const slugOf = (name: string) => fold(name).replace(/[^a-z0-9]+/g, '-');

/** A number from 0 to below 1 that looks random. The same arguments give the same number. */
function draw(n: number, which: number): number {
  let hash = Math.imul(n, 0x9e3779b1) ^ Math.imul(which + 1, 0x85ebca77);
  for (const factor of [0x21f0aaad, 0x735a2d97]) hash = Math.imul(hash ^ (hash >>> 16), factor);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}
const round = (value: number, digits: number) => Number(value.toFixed(digits));

export type Sku = {
  id: string;
  slug: string;
  name: string;
  description: string;
  includes_sterility: boolean;
};
export type Compound = { named: Named | null; spellings: string[] };
/** Data that must exist first: customer, catalog, and compound names. */
export type Known = {
  customer: string;
  skus: Map<string, Sku>;
  sterilitySlug: string;
  compounds: Map<string, Compound>;
};

/** The rows of test number `n`. */
export function drawTest(n: number, now: Date, { customer, skus, sterilitySlug, compounds }: Known) {
  const place = Math.floor(COMPOUNDS.length * draw(n, 1) ** 2.2);
  const [compound, slug] = COMPOUNDS[place] ?? ['', ''];
  const makerPlace = Math.floor(MAKERS * draw(n, 2) ** 2);
  const maker = `Maker ${String.fromCharCode(65 + (makerPlace % 26))}${makerPlace}`;
  const strength = STRENGTHS[Math.floor(STRENGTHS.length * draw(n, 3))] ?? 0;
  const published_ms = now.getTime() - Math.floor(365 * DAY_MS * draw(n, 4) ** 1.3);
  const month = new Date(published_ms).toISOString().slice(2, 7).replace('-', '');
  const lot = Math.floor(LOTS_A_MONTH * draw(n, 6));
  const shared = String(Math.floor(10_000 * draw(n, 6))).padStart(4, '0');
  const own = `${String(makerPlace).padStart(3, '0')}${String(place + 1).padStart(2, '0')}${lot}`;
  const batch_code = `B${month}-${draw(n, 11) < SHARED_CODE_SHARE ? shared : own}`;
  const sku = skus.get(draw(n, 5) < STERILITY_SHARE ? sterilitySlug : slug);
  if (!sku) throw new Error(`the catalog has no test ${slug}`);
  const visibility = draw(n, 7) < PRIVATE_SHARE ? ('private' as const) : ('public' as const);
  const title = `${compound} ${strength} mg`;
  const summary = 'Identity confirmed. Purity and amount are as stated.';
  const result = { title, summary, measurements: linesOf(n, place, strength) };
  const source: Source = {
    request_id: idOf(`many tests ${n}`),
    task_number: FIRST_TASK - 1 + n,
    customer_id: customer,
    status: 'complete',
    is_listed: true,
    visibility,
    registered_as: visibility,
    opened_again: false,
    sku_id: sku.id,
    sku_name: sku.name,
    sku_description: sku.description,
    includes_sterility: sku.includes_sterility,
    compound_name: compound,
    manufacturer: maker,
    batch_code,
    dosage_text: `${strength} mg`,
    received_ms: published_ms - 6 * DAY_MS,
    due_on: null,
    done_ms: published_ms,
    superseded: 0,
    retracted: 0,
    at_ms: published_ms,
    result:
      visibility === 'private'
        ? null
        : { ...result, revision: 1, published_ms, attachments: [], is_manual: false },
    thumbnail: null,
    undrawn_revision_id: null,
  };
  const { named = null, spellings = [] } = compounds.get(compound) ?? {};
  const madeBy = { id: idOf(`maker ${fold(maker)}`), name: maker, slug: slugOf(maker), confirmed: false };
  const batch = {
    ...{
      id: idOf(`batch ${maker} ${batch_code}`),
      name: batch_code,
      slug: slugOf(batch_code),
      confirmed: false,
    },
    ...{ maker_slug: madeBy.slug, maker_name: maker },
  };
  return {
    source,
    result,
    subject: { compound: named, maker: madeBy, batch },
    spellings,
    at: new Date(published_ms),
  };
}
export type Drawn = ReturnType<typeof drawTest>;

function linesOf(n: number, place: number, strength: number): Measurement[] {
  const purity = round(97 + 2.9 * Math.sqrt(draw(n, 8)), 2);
  const share = 0.9 + 0.2 * draw(n, 9);
  const computed = {
    n: null,
    mean: null,
    rsd_percent: null,
    percent_of_claim: round(100 * share, 2),
    mass: null,
    verdict: null,
  };
  const amount = round(strength * share, 2);
  const mass = round(1000 + 200 * (place + 1) + draw(n, 10), 1);
  const method = 'RP-HPLC-UV 214 nm';
  const unjudged = { limit: '', verdict: null };
  return [
    {
      analyte: 'Purity',
      method,
      value: purity,
      unit: '% area',
      limit: '≥ 98.0',
      verdict: purity >= 98 ? 'pass' : 'fail',
    },
    { analyte: 'Amount per vial', method, value: amount, unit: 'mg', ...unjudged, claim: strength, computed },
    { analyte: 'Identity', method: 'LC-MS, average mass', value: mass, unit: 'Da', ...unjudged },
  ];
}
