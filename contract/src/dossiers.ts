import { z } from 'zod';
import { DossierLink } from './dossier-links.ts';
import { Id, Instant, text } from './primitives.ts';
import { Verdict } from './results.ts';

/** What a dossier is about. */
export const DossierKind = z.enum(['compound', 'maker', 'batch']);
export type DossierKind = z.infer<typeof DossierKind>;

/** A value list holds the newest of so many; counts, median, least and greatest are of all. */
export const MOST_VALUES = 40;
/** One's own limit is compared with the newest of so many. */
export const MOST_COMPARED = 200;

const limitField = z
  .string()
  .trim()
  .regex(/^-?\d{1,9}(\.\d{1,9})?$/, 'Give a plain number such as 98.5.')
  .transform(Number)
  .optional();

/** One's own limit of one analyte, beside the stated ones; purity unless another is named. */
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

/** The 95 % Wilson score interval of the share that passed, each end from 0 to 1; n is pass + fail. */
export const WilsonInterval = z.object({
  method: z.literal('wilson'),
  level: z.literal(0.95),
  low: z.number(),
  high: z.number(),
});

/** One value of a published test. */
export const DossierValue = z
  .object({
    request_id: Id,
    task_number: z.int(),
    published_at: Instant,
    /** Null where it is words, such as '< LOQ'. */
    value: z.number().nullable(),
    /** As it is printed, with its unit. */
    words: z.string(),
    unit: z.string(),
    method: z.string(),
    /** The stated limit in words; empty where there is none. */
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
  /** Without one verdict: its tests disagree, or none of them was judged. */
  undecided: z.int(),
  /** Of the undecided, those that no limit judged. */
  not_judged: z.int(),
  interval: WilsonInterval.nullable(),
});
export type Verdicts = z.infer<typeof Verdicts>;

/** By one's own limit, from the newest values. */
export const OwnLimit = Verdicts.extend({
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** How many values were compared with it. */
  n_values: z.int(),
});
export type OwnLimit = z.infer<typeof OwnLimit>;

/** One analyte by one method. Counted are batches, and of a batch its tests. */
export const DossierLine = Verdicts.extend({
  analyte: z.string(),
  /** Null where nothing here was tested for it. */
  method: z.string().nullable(),
  n_tested: z.int(),
  n_not_tested: z.int(),
  /** In which all values are; null where they differ, and then median, least and greatest are null too. */
  unit: z.string().nullable(),
  median: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** How many values there are in all; `values` has the newest of them. */
  n_values: z.int(),
  values: z.array(DossierValue),
  /** Null where none is asked for, and where the values are in several units. */
  own: OwnLimit.nullable(),
}).meta({ id: 'DossierLine' });
export type DossierLine = z.infer<typeof DossierLine>;

/** How far amounts are from what the label states, in % of it: −2 where 4.9 mg were found of 5 mg. */
export const LabelDeviation = z
  .object({
    n: z.int(),
    /** Tests with an amount whose label could not be read, or was not given. */
    n_not_read: z.int(),
    median_percent: z.number().nullable(),
    min: z.number().nullable(),
    max: z.number().nullable(),
    values: z.array(DossierValue),
  })
  .meta({ id: 'LabelDeviation' });

/** One batch code that stands at several makers, or at several compounds of one maker. */
export const CodeCollision = z.object({
  kind: z.enum(['makers', 'compounds']),
  code: z.string(),
  /** Whose code stands at several compounds; null of several makers. */
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

/** What is published of a compound, a maker or a batch: counts, methods, values and dates. */
export const Dossier = z
  .object({
    /** The newest event that its figures contain. */
    as_of: Instant.nullable(),
    subject: z.object({
      kind: DossierKind,
      name: z.string(),
      slug: z.string(),
      /** Its address; every spelling's slug answers the same. */
      path: z.string(),
      /** As customers wrote it. */
      spellings: z.array(z.string()),
      /** By the laboratory's desk; null for a compound. */
      confirmed: z.boolean(),
      /** Of a batch, and whether the desk has confirmed the maker's name. */
      maker: DossierLink.extend({ confirmed: z.boolean() }).nullable(),
      /** Of a batch. */
      compounds: z.array(DossierLink),
      /** What the maker answered, in its own words. */
      answer: z.object({ text: z.string(), at: Instant }).nullable(),
    }),
    /** Tests; superseded and retracted count revisions of results. registered + opened_later = published + pending + withheld. */
    counts: z.object({
      /** As public at the intake of the sample, before there was a result. */
      registered: z.int(),
      published: z.int(),
      pending: z.int(),
      /** Registered as public, and made private before publication. */
      withheld: z.int(),
      superseded: z.int(),
      retracted: z.int(),
      /** Private at intake, and opened by the owner afterwards. */
      opened_later: z.int(),
    }),
    /** With at least one published test; a test without a batch code counts as unnamed batch. */
    batches: z.object({ named: z.int(), unnamed: z.int() }),
    /** How many customers the published tests are from; null without one. */
    submitters: SubmitterCount.nullable(),
    lines: z.array(DossierLine),
    /** The newest public tests behind the figures; a withheld one is counted and not named. */
    tests: z.array(DossierTest),
    label: LabelDeviation,
    collisions: z.array(CodeCollision),
    newest_at: Instant.nullable(),
  })
  .meta({ id: 'Dossier' });
export type Dossier = z.infer<typeof Dossier>;
