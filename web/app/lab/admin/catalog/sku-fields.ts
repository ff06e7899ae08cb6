import type { StaffSku, UpdateSku } from '@vialproof/contract/catalog-staff';
import { plainDollars } from '@vialproof/science/money/money';
import { readDollars } from '../../../lib/dollars';

/** The texts of a test in the form, as the user typed them. */
export interface SkuText {
  name: string;
  slug: string;
  family: string;
  description: string;
  sample_requirement: string;
  tat_text: string;
  price: string;
  includes_sterility: boolean;
}

export const emptySku: SkuText = {
  name: '',
  slug: '',
  family: '',
  description: '',
  sample_requirement: '1 sealed vial',
  tat_text: '5-7 business days after receipt',
  price: '',
  includes_sterility: false,
};

export function toText(sku: StaffSku): SkuText {
  return {
    name: sku.name,
    slug: sku.slug,
    family: sku.family,
    description: sku.description,
    sample_requirement: sku.sample_requirement,
    tat_text: sku.tat_text,
    price: plainDollars(sku.base_price_cents),
    includes_sterility: sku.includes_sterility,
  };
}

/** The request body of a save. The caller must have checked the price with `readDollars`. */
export function toFields(text: SkuText): Omit<UpdateSku, 'version'> {
  const { slug: _slug, price, ...fields } = text;
  return { ...fields, base_price_cents: readDollars(price) ?? 0 };
}

/** The path that is made from a name: lower case, with hyphens for other characters (specification, Pricing). */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
    .replace(/-$/, '');
}

export const labels: Record<keyof SkuText, string> = {
  name: 'Name',
  slug: 'Address',
  family: 'Family',
  description: 'What is measured',
  sample_requirement: 'Sample',
  tat_text: 'Turnaround',
  price: 'Price in US dollars',
  includes_sterility: 'Includes a sterility test',
};

/** A field that another person has changed. `clash`: the user has changed the same field to another value. */
export interface Foreign {
  field: keyof SkuText;
  theirs: string | boolean;
  clash: boolean;
}

/**
 * Merges two edits of the same test. It takes over fields that only others changed, keeps the user's own changes, and
 * lists what others changed.
 */
export function merge(
  base: SkuText,
  mine: SkuText,
  theirs: SkuText,
): { merged: SkuText; foreign: Foreign[] } {
  const fields = Object.keys(base) as (keyof SkuText)[];
  const foreign = fields
    .filter((field) => theirs[field] !== base[field])
    .map((field) => ({
      field,
      theirs: theirs[field],
      clash: mine[field] !== base[field] && mine[field] !== theirs[field],
    }));
  const taken = Object.fromEntries(
    foreign.filter(({ clash }) => !clash).map(({ field, theirs: value }) => [field, value]),
  );
  return { merged: { ...mine, ...taken }, foreign };
}
