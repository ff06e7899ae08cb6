import { z } from 'zod';
import { DossierLink } from './dossier-links.ts';
import { Id, Instant, text } from './primitives.ts';
import { Verdict } from './results.ts';

/** The subject of a dossier. */
export const DossierKind = z.enum(['compound', 'maker', 'batch']);
export type DossierKind = z.infer<typeof DossierKind>;

/** Length of a value list, newest first; counts, median, minimum and maximum cover all values. */
export const MOST_VALUES = 40;
/** Number of newest values that are compared with the reader's own limit. */
export const MOST_COMPARED = 200;

const limitField = z
  .string()
  .trim()
  .regex(/^-?\d{1,9}(\.\d{1,9})?$/, 'Give a plain number such as 98.5.')
  .transform(Number)
  .optional();

/** The reader's own limit for one analyte, beside the stated ones; by default purity. */
export const OwnLimitQuery = z.object({
  analyte: text(120).optional(),
  min: limitField,
  max: limitField,
});
export type OwnLimitQuery = z.infer<typeof OwnLimitQuery>;

export const SlugParam = z.object({ slug: z.string().meta({ param: { name: 'slug', in: 'path' } }) });
export const BatchParam = z.object({
  maker: z.string().meta({ param: { name: 'maker', in: 'path' } }),
  code: z.string().meta({ param: { name: 'code', in: 'path' } }),
});

/** The 95 % Wilson score interval of the passing share, each end from 0 to 1; n is pass + fail. */
export const WilsonInterval = z.object({
  method: z.literal('wilson'),
  level: z.literal(0.95),
  low: z.number(),
  high: z.number(),
});

export const DossierValue = z
  .object({
    request_id: Id,
    task_number: z.int(),
    published_at: Instant,
    /** Null for words, such as '< LOQ'. */
    value: z.number().nullable(),
    /** The printed value with its unit. */
    words: z.string(),
    unit: z.string(),
    method: z.string(),
    /** The stated limit in words; empty if missing. */
    limit: z.string(),
    /** The numbers of the stated limit, in the unit of the value. */
    low: z.number().nullable(),
    high: z.number().nullable(),
    verdict: Verdict.nullable(),
  })
  .meta({ id: 'DossierValue' });
export type DossierValue = z.infer<typeof DossierValue>;

const Verdicts = z.object({
  pass: z.int(),
  fail: z.int(),
  /** Batches without one verdict: their tests disagree, or no test was judged. */
  undecided: z.int(),
  /** Number of undecided batches that no limit judged. */
  not_judged: z.int(),
  interval: WilsonInterval.nullable(),
});
export type Verdicts = z.infer<typeof Verdicts>;

/** Verdicts by the reader's own limit, from the newest values. */
export const OwnLimit = Verdicts.extend({
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Number of values compared with it. */
  n_values: z.int(),
});
export type OwnLimit = z.infer<typeof OwnLimit>;

/** One analyte by one method. Counts are of batches; each batch is judged by its tests. */
export const DossierLine = Verdicts.extend({
  analyte: z.string(),
  /** Null if the analyte was not tested here. */
  method: z.string().nullable(),
  n_tested: z.int(),
  n_not_tested: z.int(),
  /** The common unit of all values; null if units differ; median, minimum and maximum are then null, too. */
  unit: z.string().nullable(),
  median: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Number of all values; `values` has the newest. */
  n_values: z.int(),
  values: z.array(DossierValue),
  /** Null if not requested, and if the values have several units. */
  own: OwnLimit.nullable(),
}).meta({ id: 'DossierLine' });
export type DossierLine = z.infer<typeof DossierLine>;

/** Deviation of amounts from the label, in % of it: −2 for 4.9 mg found of 5 mg. */
export const LabelDeviation = z
  .object({
    n: z.int(),
    /** Tests with an amount whose label was unreadable or missing. */
    n_not_read: z.int(),
    median_percent: z.number().nullable(),
    min: z.number().nullable(),
    max: z.number().nullable(),
    values: z.array(DossierValue),
  })
  .meta({ id: 'LabelDeviation' });

/** One batch code used by several makers, or for several compounds of one maker. */
export const CodeCollision = z.object({
  kind: z.enum(['makers', 'compounds']),
  code: z.string(),
  /** The maker whose code is used for several compounds; null for several makers. */
  maker: DossierLink.nullable(),
  links: z.array(DossierLink),
});
export type CodeCollision = z.infer<typeof CodeCollision>;

/** A public test that is counted. */
export const DossierTest = z
  .object({
    request_id: Id,
    task_number: z.int(),
    state: z.enum(['published', 'pending']),
    published_at: Instant.nullable(),
    compound: z.string().nullable(),
    maker: z.string().nullable(),
    batch_code: z.string().nullable(),
  })
  .meta({ id: 'DossierTest' });
export type DossierTest = z.infer<typeof DossierTest>;

export const SubmitterCount = z.enum(['1', '2-4', '5+']);
export type SubmitterCount = z.infer<typeof SubmitterCount>;

/** Published figures on a compound, a maker or a batch: counts, methods, values and dates. */
export const Dossier = z
  .object({
    /** The newest event in its figures. */
    as_of: Instant.nullable(),
    subject: z.object({
      kind: DossierKind,
      name: z.string(),
      slug: z.string(),
      /** Its address; the slug of every spelling leads to the same dossier. */
      path: z.string(),
      /** Spellings written by customers. */
      spellings: z.array(z.string()),
      /** By the laboratory; null for a compound. */
      confirmed: z.boolean(),
      /** Maker of a batch, and whether the laboratory confirmed the maker's name. */
      maker: DossierLink.extend({ confirmed: z.boolean() }).nullable(),
      /** Compounds of a batch. */
      compounds: z.array(DossierLink),
      /** The maker's statement, in its own words. */
      answer: z.object({ text: z.string(), at: Instant }).nullable(),
    }),
    /** Tests, and superseded or retracted revisions. registered + opened_later = published + pending + withheld. */
    counts: z.object({
      /** Registered as public at the intake of the sample, before there was a result. */
      registered: z.int(),
      published: z.int(),
      pending: z.int(),
      /** Registered as public, and made private before publication. */
      withheld: z.int(),
      superseded: z.int(),
      retracted: z.int(),
      /** Private at intake, and made public by the owner afterwards. */
      opened_later: z.int(),
    }),
    /** Batches with at least one published test; a test without a batch code counts as an unnamed batch. */
    batches: z.object({ named: z.int(), unnamed: z.int() }),
    /** Number of customers with published tests; null without one. */
    submitters: SubmitterCount.nullable(),
    lines: z.array(DossierLine),
    /** The newest public tests in the figures; a withheld one is counted but not listed. */
    tests: z.array(DossierTest),
    label: LabelDeviation,
    collisions: z.array(CodeCollision),
    newest_at: Instant.nullable(),
  })
  .meta({ id: 'Dossier' });
export type Dossier = z.infer<typeof Dossier>;
