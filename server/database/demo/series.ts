import { CARD, CRYPTO } from '@vialproof/contract/payment-methods';
import { randomFrom } from '@vialproof/science/chromatography/synthetic-trace';
import { amount, endotoxin, identity, metals, purity, salts } from './measurements.ts';
import type { DemoResult, FinishedTest } from './order.ts';

/** A product that is often ordered. */
type Product = {
  sku: string;
  compound: string;
  /** The name in the list of compounds. */
  known: string;
  /** The letters for the product in its batch codes. */
  code: string;
  strengths: [number, ...number[]];
  /** The average mass in Da. */
  mass: number;
  retention_min: number;
};
const product = (
  sku: string,
  compound: string,
  code: string,
  strengths: Product['strengths'],
  mass: number,
  retention_min: number,
  known = compound,
): Product => ({ sku, compound, known, code, strengths, mass, retention_min });

const PRODUCTS = [
  product('retatrutide', 'Retatrutide', 'RETA', [10, 30, 60], 4731.36, 12.4),
  product('tirzepatide', 'Tirzepatide', 'TIRZ', [10, 30, 60], 4813.46, 12.0),
  product('semaglutide', 'Semaglutide', 'SEMA', [5, 10], 4113.58, 11.2),
  product('bpc-157', 'BPC-157', 'BPC', [5, 10], 1419.54, 8.4),
  product('tb-500', 'TB-500', 'TB5', [5, 10], 889.01, 6.2, 'TB-500 (Ac-LKKTETQ)'),
  product('tb-4', 'TB-4', 'TB4', [10], 4963.45, 10.1),
  product('ipamorelin', 'Ipamorelin', 'IPA', [5, 10], 711.85, 7.4),
  product('cjc-1295-without-dac', 'CJC-1295 without DAC', 'CJN', [5], 3367.9, 10.2),
  product('melanotan-2', 'Melanotan 2', 'MT2', [10], 1024.18, 9.3),
  product('pt-141', 'PT-141', 'PT1', [10], 1025.16, 9.7),
  product('ghrp-2', 'GHRP-2', 'GH2', [5, 10], 817.98, 7.9),
  product('ghrp-6', 'GHRP-6', 'GH6', [5], 873.02, 7.1),
  product('cagrilintide', 'Cagrilintide', 'CAG', [5, 10], 4409.02, 11.7),
  product('aod-9604', 'AOD-9604', 'AOD', [5], 1815.08, 8.9),
] as const;

const COUNT = 40;
const MAKERS = 'ABCDEFGH';

/** Tests of every day: most results are good, and some purities are too low. */
export function seriesOfTests(): FinishedTest[] {
  return Array.from({ length: COUNT }, (_, place) => drawn(place));
}

function drawn(place: number): FinishedTest {
  const random = randomFrom(`a year of tests ${place}`);
  const at = Math.floor(PRODUCTS.length * random() ** 1.7);
  const { sku, compound, code, strengths, ...made } = PRODUCTS[at] ?? PRODUCTS[0];
  const strength = strengths[Math.floor(strengths.length * random())] ?? strengths[0];
  const isPrivate = place % 9 === 4;
  return {
    by: random() < 0.3 ? 'customer' : 'second',
    method: random() < 0.35 ? CRYPTO : CARD,
    visibility: isPrivate ? 'private' : 'public',
    ends: 'complete',
    sku,
    compound,
    dosage: `${strength} mg per vial`,
    maker: `Demo Maker ${MAKERS[Math.floor(MAKERS.length * random())]}`,
    batch: `DEMO-${code}-${40 + place}`,
    result: {
      ...resultOf(`series ${place}`, `${compound} ${strength} mg`, { ...made, strength }, random),
      // Every fifth sample has two or three injections.
      ...(place % 5 === 2 && { injections: 2 + (place % 2) }),
    },
  };
}

type Vial = Pick<Product, 'known' | 'mass' | 'retention_min'> & { strength: number };

function resultOf(seed: string, title: string, vial: Vial, random: () => number): DemoResult {
  const isImpure = random() < 0.15;
  const percent = isImpure ? 95.2 + 2.2 * random() : 98.4 + 1.1 * Math.sqrt(random());
  const found = vial.strength * (0.94 + 0.13 * random());
  const observed = vial.mass + 0.4 * (random() - 0.5);
  const [more, many] = [random(), random()];
  const extras =
    more < 0.25
      ? [endotoxin(many < 0.6 ? null : Number((0.4 * many).toFixed(2)))]
      : more < 0.4
        ? salts(Number((2 + 4 * many).toFixed(1)), Number((6 + 9 * many).toFixed(1)))
        : more < 0.5
          ? metals(null, null, null, many < 0.5 ? null : 0.12)
          : [];
  return {
    title,
    summary: isImpure
      ? 'Identity confirmed and the amount as stated, but related peptides make up more than the limit allows.'
      : 'Identity confirmed. Purity and amount are within the stated limits.',
    measurements: (share, others) => [
      identity(observed, vial.known),
      purity(share, { others }),
      amount(found, vial.strength),
      ...extras,
    ],
    trace: {
      seed,
      purity_percent: percent,
      retention_min: vial.retention_min + 0.3 * (random() - 0.5),
      impurities: isImpure ? 6 : 2 + Math.floor(2 * random()),
      height_mau: 500 + 500 * random(),
    },
  };
}
