import { REPORTING_LIMIT_PERCENT } from '@vialproof/science/chromatography/reporting-limit';
import { z } from 'zod';
import { Requirable } from './bench-record.ts';
import { IntegrationOptions } from './chromatograms.ts';
import { DateOrder } from './injection-time.ts';
import { Id, Instant, text } from './primitives.ts';
import { reasonAt } from './reason-fields.ts';
import { MeasurementInput, MOST_MEASUREMENTS, MOST_REPLICATES, Rule } from './results.ts';

/** Input of a line besides the value: nothing, the label claim, or the compound's formula. */
export const LineKind = z.enum(['plain', 'assay', 'identity']);
export type LineKind = z.infer<typeof LineKind>;

/** When an empty draft contains the line: always, if the test includes sterility, or only if a person adds it. */
export const LineOpens = z.enum(['always', 'with_sterility', 'offered']);
export type LineOpens = z.infer<typeof LineOpens>;

const { analyte, method, unit, limit, lod, loq } = MeasurementInput.shape;
const { uncertainty, decision_rule, max_rsd_percent, method_details, content_basis } = MeasurementInput.shape;

const LineFields = z.object({
  analyte,
  method,
  unit,
  /** The limit in words; written from the rule if the rule has numbers. */
  limit,
  rule: Rule.nullable(),
  /** Limits of detection and quantification in the unit of the value. */
  lod: lod.unwrap().nullable(),
  loq: loq.unwrap().nullable(),
  /** Number of replicates that the method requires. */
  replicates: z
    .int('A number of replicates is a whole number.')
    .min(1, 'At least one.')
    .max(MOST_REPLICATES, `At most ${MOST_REPLICATES}.`),
  kind: LineKind,
  opens: LineOpens,
  /** Retired lines stay in the template but are not proposed. */
  retired: z.boolean(),
  uncertainty,
  /** Applies to orders made from this version on; if absent, simple acceptance. */
  decision_rule,
  max_rsd_percent,
  method_details,
  content_basis,
});

/** One line of a template: analyte, method and rule. */
export const TemplateLine = LineFields.extend({ id: Id }).meta({ id: 'TemplateLine' });
export type TemplateLine = z.infer<typeof TemplateLine>;

const Author = z.object({ id: Id, display_name: z.string() });

/** A change of a template that waits for a second person. */
export const TemplateDraft = z
  .object({
    id: Id,
    /** The version that it was based on. */
    version: z.int(),
    reason: z.string(),
    by: Author,
    at: Instant,
    /** The proposed lines; an existing line has its id. */
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

/** The measurements of one test, or of all tests of a family without their own template. */
export const Template = z
  .object({
    /** The test's id, or the family template's. */
    id: Id,
    of: z.enum(['test', 'family']),
    name: z.string(),
    family: z.string(),
    retired_at: Instant.nullable(),
    /** False while a test uses its family's lines. */
    is_own: z.boolean(),
    /** Increases with each approved change; 0 while a test uses its family's lines. Send it with a draft. */
    version: z.int(),
    /** Whether its first version came with the installation. */
    delivered: z.boolean(),
    /** Null for a version without approval: as delivered. */
    approval: TemplateApproval.nullable(),
    /** The change that waits for a second person; null without one. */
    draft: TemplateDraft.nullable(),
    lines: z.array(TemplateLine),
    /** Which peaks of a chromatogram count; null for a version as delivered. */
    integration: IntegrationOptions.nullable(),
    /** Order of day and month in its instruments' files; null if both readings are tried. */
    date_order: DateOrder.nullable().optional(),
    /** Facts that must be recorded before a result is submitted. */
    requires: z.array(Requirable).optional(),
  })
  .meta({ id: 'MethodTemplate' });
export type Template = z.infer<typeof Template>;

/** Default for templates without integration settings: the usual peaks, in the run after the void. */
export const FIRST_INTEGRATION: IntegrationOptions = { threshold_percent: REPORTING_LIMIT_PERCENT };

export const DraftTemplateBody = z.object({
  /** The version that it changes. */
  version: z.int().min(0),
  /** In order. An existing line is sent with its id, a new one without. */
  lines: z
    .array(LineFields.extend({ id: Id.nullable() }))
    .max(MOST_MEASUREMENTS, `At most ${MOST_MEASUREMENTS} lines.`),
  /** If omitted, unchanged, or FIRST_INTEGRATION for a new template. */
  integration: IntegrationOptions.optional(),
  /** If omitted, unchanged; null removes it. */
  date_order: DateOrder.nullable().optional(),
  /** If omitted, unchanged. */
  requires: z.array(Requirable).optional(),
  /** Shown to all reviewers and admins of the laboratory. */
  reason: reasonAt('template'),
});
export type DraftTemplate = z.infer<typeof DraftTemplateBody>;
/** The content of a template draft, without its reason. */
export type SaveTemplate = Omit<DraftTemplate, 'reason'>;

export const RefuseDraftBody = z.object({ reason: reasonAt('template_refusal') });

/** One step in the history of a template: a version, or a rejected draft. */
export const TemplateStep = z
  .object({
    /** 'delivered': the first version as it came with the installation; 'changed': a later one without an approval. */
    what: z.enum(['delivered', 'changed', 'approved', 'refused', 'withdrawn', 'open']),
    /** The resulting version; for a rejected draft, the version that it was based on. */
    version: z.int(),
    at: Instant,
    /** Null if no draft was needed. */
    drafted: z.object({ by: Author, at: Instant, reason: z.string() }).nullable(),
    /** Who approved, refused or withdrew it, and the reason of a refusal; null while open. */
    decided: z.object({ by: Author, reason: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'TemplateStep' });
export type TemplateStep = z.infer<typeof TemplateStep>;

/** A substance with a formula known to the laboratory; masses in Da. */
export const Compound = z
  .object({ name: z.string(), formula: z.string(), average: z.number(), monoisotopic: z.number() })
  .meta({ id: 'Compound' });
export type Compound = z.infer<typeof Compound>;

/** The content of an empty draft of a sample. */
export const Proposal = z
  .object({
    lines: z.array(TemplateLine),
    /** Facts that must be recorded before it is submitted. */
    requires: z.array(Requirable).optional(),
    /** From the customer's name of the substance. */
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

/** Masses of a formula in Da, and the m/z of its protonated ions. */
export const Masses = z
  .object({
    /** The formula as parsed: elements in order, groups resolved. */
    formula: z.string(),
    /** The formula's own charge; 0 for a molecule. */
    charge: z.int(),
    average: z.number(),
    monoisotopic: z.number(),
    /** Mass of the proton added with each charge. */
    proton: z.number(),
    /** [M+nH]n+ for n = 1 to 6. */
    ions: z.array(z.object({ charge: z.int(), average_mz: z.number(), monoisotopic_mz: z.number() })),
    /** The charge that explains `observed` best, 0 if it is the mass itself; null without `observed`. */
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
