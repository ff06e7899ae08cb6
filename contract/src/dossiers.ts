import { z } from 'zod';
import { DossierLink } from './dossier-links.ts';
import { Id, Instant, text } from './primitives.ts';
import { Result, Verdict } from './results.ts';
import { TESTS_VERDICTS } from './tests.ts';

export const DossierKind = z.enum(['compound', 'maker', 'batch']);
export type DossierKind = z.infer<typeof DossierKind>;

/** The largest number of values in a list. Counts, median, minimum and maximum use all values. */
export const MOST_VALUES = 40;
/** The server compares this many of the newest values with the limit of a reader. */
export const MOST_COMPARED = 200;

const limitField = z
  .string()
  .trim()
  .regex(/^-?\d{1,9}(\.\d{1,9})?$/, 'Give a plain number such as 98.5.')
  .transform(Number)
  .optional();

/** A limit that a reader entered to compare values with; for purity if no analyte is named. */
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

/** The 95 % interval (Wilson) for the part of values that pass, each end from 0 to 1. n is pass + fail. */
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
    /** The value as a number; null for a value in words, such as '< LOQ'. */
    value: z.number().nullable(),
    /** The value with its unit, as printed. */
    words: z.string(),
    unit: z.string(),
    method: z.string(),
    /** The stated limit in words; empty if the result states no limit. */
    limit: z.string(),
    /** The lowest and highest value that the stated limit allows, in the unit of the value. */
    low: z.number().nullable(),
    high: z.number().nullable(),
    verdict: Verdict.nullable(),
  })
  .meta({ id: 'DossierValue' });
export type DossierValue = z.infer<typeof DossierValue>;

const Verdicts = z.object({
  pass: z.int(),
  fail: z.int(),
  /** The number of batches without a clear verdict: their tests disagree, or they were not judged. */
  undecided: z.int(),
  /** The number of undecided batches that no limit judged. */
  not_judged: z.int(),
  interval: WilsonInterval.nullable(),
});
export type Verdicts = z.infer<typeof Verdicts>;

/** How the newest values compare with the limit that the reader entered. */
export const OwnLimit = Verdicts.extend({
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** The number of values that were compared with this limit. */
  n_values: z.int(),
});
export type OwnLimit = z.infer<typeof OwnLimit>;

/** One analyte by one method. The counts are numbers of batches, or of tests on the page of a batch. */
export const DossierLine = Verdicts.extend({
  analyte: z.string(),
  /** Lines with the same number have the same analyte and method in different spellings. */
  section: z.int(),
  /** The method. Null if no test here measured the analyte. */
  method: z.string().nullable(),
  n_tested: z.int(),
  n_not_tested: z.int(),
  /**
   * The unit that all values share. If the values have different units, the unit, median, minimum and maximum are null.
   */
  unit: z.string().nullable(),
  median: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** The number of all values; `values` contains only the newest. */
  n_values: z.int(),
  values: z.array(DossierValue),
  /** Null if the reader entered no limit, or if the units of the values differ. */
  own: OwnLimit.nullable(),
}).meta({ id: 'DossierLine' });
export type DossierLine = z.infer<typeof DossierLine>;

/** How much the measured amounts differ from the label, in %: −2 if 4.9 mg were found and the label says 5 mg. */
export const LabelDeviation = z
  .object({
    n: z.int(),
    /** The number of tests with a measured amount, but with a missing or unreadable label. */
    n_not_read: z.int(),
    median_percent: z.number().nullable(),
    min: z.number().nullable(),
    max: z.number().nullable(),
    values: z.array(DossierValue),
  })
  .meta({ id: 'LabelDeviation' });

/** One batch code that several makers use, or that one maker uses for several compounds. */
export const CodeCollision = z.object({
  kind: z.enum(['makers', 'compounds']),
  code: z.string(),
  /** The maker who uses the batch code for several compounds; null if several makers use the code. */
  maker: DossierLink.nullable(),
  links: z.array(DossierLink),
});
export type CodeCollision = z.infer<typeof CodeCollision>;

/** The verdicts on all lines of a published result. */
export const ResultVerdict = z
  .object({
    /** The verdict on the whole result, by which GET /api/tests filters. */
    is: z.enum(TESTS_VERDICTS),
    judged: z.int(),
    not_judged: z.int(),
    /** The analytes outside their limits. */
    outside: z.array(z.string()),
    conditional_fail: z.int(),
    conditional_pass: z.int(),
    undecidable: z.int(),
  })
  .meta({ id: 'ResultVerdict' });
export type ResultVerdict = z.infer<typeof ResultVerdict>;

/** A public test that is counted here. Without a published result, its numbers are null. */
export const DossierTest = z
  .object({
    request_id: Id,
    task_number: z.int(),
    state: z.enum(['published', 'pending']),
    published_at: Instant.nullable(),
    compound: z.string().nullable(),
    maker: z.string().nullable(),
    batch_code: z.string().nullable(),
    /** The purity in the headline of the result; null without a purity. */
    purity: Result.shape.purity,
    /** The measured amount in % of the amount on the label; null if the label is not readable. */
    label_percent: z.number().nullable(),
    verdict: ResultVerdict.nullable(),
  })
  .meta({ id: 'DossierTest' });
export type DossierTest = z.infer<typeof DossierTest>;

export const SubmitterCount = z.enum(['1', '2-4', '5+']);
export type SubmitterCount = z.infer<typeof SubmitterCount>;

/** The published numbers about a compound, a maker or a batch. */
export const Dossier = z
  .object({
    /** The time of the newest event that is counted here. */
    as_of: Instant.nullable(),
    subject: z.object({
      kind: DossierKind,
      name: z.string(),
      slug: z.string(),
      /** The main address of the page. */
      path: z.string(),
      /** The spellings that customers wrote. */
      spellings: z.array(z.string()),
      /** Whether the laboratory confirmed the name; null for a compound. */
      confirmed: z.boolean(),
      /** The maker of a batch; `confirmed`: the laboratory confirmed the maker's name. */
      maker: DossierLink.extend({ confirmed: z.boolean() }).nullable(),
      compounds: z.array(DossierLink),
      /** The maker's statement in the words of the maker. */
      answer: z.object({ text: z.string(), at: Instant }).nullable(),
    }),
    /** The numbers of tests. registered + opened_later = published + pending + withheld. */
    counts: z.object({
      /** Tests that were public when the laboratory received the sample. */
      registered: z.int(),
      published: z.int(),
      pending: z.int(),
      /** Tests that were public when the sample arrived, and were made private before the publication. */
      withheld: z.int(),
      superseded: z.int(),
      retracted: z.int(),
      /** Tests that were private when the sample arrived, and were made public later. */
      opened_later: z.int(),
    }),
    /** Batches with a published test. A test without a batch code is counted as a batch of its own. */
    batches: z.object({ named: z.int(), unnamed: z.int() }),
    /** The number of customers who have published tests; null without a published test. */
    submitters: SubmitterCount.nullable(),
    lines: z.array(DossierLine),
    /** The newest public tests that are counted here. A test that its owner made private is counted but not listed. */
    tests: z.array(DossierTest),
    label: LabelDeviation,
    collisions: z.array(CodeCollision),
    newest_at: Instant.nullable(),
  })
  .meta({ id: 'Dossier' });
export type Dossier = z.infer<typeof Dossier>;
