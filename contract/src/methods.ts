import { REPORTING_LIMIT_PERCENT } from '@vialproof/science/chromatography/reporting-limit';
import { z } from 'zod';
import { Requirable } from './bench-record.ts';
import { IntegrationOptions } from './chromatograms.ts';
import { DateOrder } from './injection-time.ts';
import { Id, Instant, text } from './primitives.ts';
import { reasonAt } from './reason-fields.ts';
import { MeasurementInput, MOST_MEASUREMENTS, MOST_REPLICATES, Rule } from './results.ts';

/** What a line asks for besides the value: nothing, the label claim, or the compound's formula. */
export const LineKind = z.enum(['plain', 'assay', 'identity']);
export type LineKind = z.infer<typeof LineKind>;

/** When a line stands in an empty draft: always, when the test includes sterility, or only when somebody adds it. */
export const LineOpens = z.enum(['always', 'with_sterility', 'offered']);
export type LineOpens = z.infer<typeof LineOpens>;

const { analyte, method, unit, limit, lod, loq } = MeasurementInput.shape;
const { uncertainty, decision_rule, max_rsd_percent, method_details, content_basis } = MeasurementInput.shape;

const LineFields = z.object({
  analyte,
  method,
  unit,
  /** The limit in words; where a rule has numbers it is written from them. */
  limit,
  rule: Rule.nullable(),
  /** Limits of detection and quantification in the unit of the value. */
  lod: lod.unwrap().nullable(),
  loq: loq.unwrap().nullable(),
  /** How many replicates the method asks for. */
  replicates: z
    .int('A number of replicates is a whole number.')
    .min(1, 'At least one.')
    .max(MOST_REPLICATES, `At most ${MOST_REPLICATES}.`),
  kind: LineKind,
  opens: LineOpens,
  /** Retired lines stay in the template, and are proposed to nobody. */
  retired: z.boolean(),
  uncertainty,
  /** Holds for orders made from this version on; absent, simple acceptance. */
  decision_rule,
  max_rsd_percent,
  method_details,
  content_basis,
});

/** One line of a template: what is measured, how, and how it is judged. */
export const TemplateLine = LineFields.extend({ id: Id }).meta({ id: 'TemplateLine' });
export type TemplateLine = z.infer<typeof TemplateLine>;

const Author = z.object({ id: Id, display_name: z.string() });

/** A change of a template that waits for a second person. */
export const TemplateDraft = z
  .object({
    id: Id,
    /** The version that it was made on. */
    version: z.int(),
    reason: z.string(),
    by: Author,
    at: Instant,
    /** As they would be; a line that is there already has its id. */
    lines: z.array(TemplateLine),
    integration: IntegrationOptions,
    date_order: DateOrder.nullable(),
    requires: z.array(Requirable),
  })
  .meta({ id: 'TemplateDraft' });
export type TemplateDraft = z.infer<typeof TemplateDraft>;

/** Who changed a template to its present version, and who approved it. */
export const TemplateApproval = z.object({
  drafted_by: Author,
  approved_by: Author,
  at: Instant,
  reason: z.string(),
});
export type TemplateApproval = z.infer<typeof TemplateApproval>;

/** The measurements of one test, or of every test of a family that has none of its own. */
export const Template = z
  .object({
    /** The test's id, or the family template's. */
    id: Id,
    of: z.enum(['test', 'family']),
    name: z.string(),
    family: z.string(),
    retired_at: Instant.nullable(),
    /** False while a test goes by its family's lines. */
    is_own: z.boolean(),
    /** Grows with each approved change; 0 while a test goes by its family's lines. Send it with a draft. */
    version: z.int(),
    /** Whether its first version came with the installation. */
    delivered: z.boolean(),
    /** Null for a version that nobody approved: as it was delivered. */
    approval: TemplateApproval.nullable(),
    /** The change that waits for a second person; null for none. */
    draft: TemplateDraft.nullable(),
    lines: z.array(TemplateLine),
    /** Which peaks of a chromatogram count; null for a version as it was delivered. */
    integration: IntegrationOptions.nullable(),
    /** Which number of a date stands first in its instruments' files; null where both readings are tried. */
    date_order: DateOrder.nullable().optional(),
    /** What has to be recorded before a result is handed in. */
    requires: z.array(Requirable).optional(),
  })
  .meta({ id: 'MethodTemplate' });
export type Template = z.infer<typeof Template>;

/** What a template begins with that said nothing of it: the usual peaks, in the run after the void. */
export const FIRST_INTEGRATION: IntegrationOptions = { threshold_percent: REPORTING_LIMIT_PERCENT };

export const DraftTemplateBody = z.object({
  /** The version that it changes. */
  version: z.int().min(0),
  /** In their order. A line that is there already is sent with its id, a new one without. */
  lines: z
    .array(LineFields.extend({ id: Id.nullable() }))
    .max(MOST_MEASUREMENTS, `At most ${MOST_MEASUREMENTS} lines.`),
  /** Left out, it stays, or begins with FIRST_INTEGRATION. */
  integration: IntegrationOptions.optional(),
  /** Left out, it stays; null takes it back. */
  date_order: DateOrder.nullable().optional(),
  /** Left out, it stays. */
  requires: z.array(Requirable).optional(),
  /** Everybody of the laboratory's reviewers and admins reads it. */
  reason: reasonAt('template'),
});
export type DraftTemplate = z.infer<typeof DraftTemplateBody>;
/** What a template would say, without why. */
export type SaveTemplate = Omit<DraftTemplate, 'reason'>;

export const RefuseDraftBody = z.object({ reason: reasonAt('template_refusal') });

/** One step in the life of a template: a version, or a draft that became none. */
export const TemplateStep = z
  .object({
    /** 'delivered': the first version as it came with the installation; 'changed': a later one without an approval. */
    what: z.enum(['delivered', 'changed', 'approved', 'refused', 'withdrawn', 'open']),
    /** The version that it became, or for a draft that became none the one that it was made on. */
    version: z.int(),
    at: Instant,
    /** Null where no draft was needed. */
    drafted: z.object({ by: Author, at: Instant, reason: z.string() }).nullable(),
    /** Who approved, refused or withdrew it, and why it was refused; null while nobody has. */
    decided: z.object({ by: Author, reason: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'TemplateStep' });
export type TemplateStep = z.infer<typeof TemplateStep>;

/** A substance whose formula the laboratory knows; masses in Da. */
export const Compound = z
  .object({ name: z.string(), formula: z.string(), average: z.number(), monoisotopic: z.number() })
  .meta({ id: 'Compound' });
export type Compound = z.infer<typeof Compound>;

/** What an empty draft of a sample begins with. */
export const Proposal = z
  .object({
    lines: z.array(TemplateLine),
    /** What has to be recorded before it is handed in. */
    requires: z.array(Requirable).optional(),
    /** By the name that the customer gave. */
    compound: z.object({ name: z.string(), formula: z.string() }).nullable(),
  })
  .meta({ id: 'Proposal' });
export type Proposal = z.infer<typeof Proposal>;

export const MassesQuery = z.object({
  formula: text(200).min(1, 'Give the formula.'),
  /** An observed m/z or mass in Da. */
  observed: z
    .preprocess(
      (typed) => (typeof typed === 'string' && /^\d{1,16}(\.\d{1,16})?$/.test(typed) ? Number(typed) : typed),
      z
        .number({ error: 'Give a number.' })
        .gt(0, 'Give a number above zero.')
        .max(1_000_000, 'That is too large a mass.'),
    )
    .optional(),
});

/** Masses of a formula in Da, and where its protonated ions appear. */
export const Masses = z
  .object({
    /** As it was read: elements in their order, groups resolved. */
    formula: z.string(),
    /** Of the formula itself; 0 for a molecule. */
    charge: z.int(),
    average: z.number(),
    monoisotopic: z.number(),
    /** Mass of the proton that each charge adds. */
    proton: z.number(),
    /** [M+nH]n+ for n = 1 to 6. */
    ions: z.array(z.object({ charge: z.int(), average_mz: z.number(), monoisotopic_mz: z.number() })),
    /** The charge that explains `observed` best, 0 when it is the mass itself; null without `observed`. */
    best: z
      .object({
        charge: z.int(),
        basis: z.enum(['average', 'monoisotopic']),
        mass: z.number(),
        error_da: z.number(),
        error_ppm: z.number(),
      })
      .nullable(),
  })
  .meta({ id: 'Masses' });
export type Masses = z.infer<typeof Masses>;
