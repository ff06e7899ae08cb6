import { REPORTING_LIMIT_PERCENT } from '@vialproof/science/chromatography/reporting-limit';
import { z } from 'zod';
import { Requirable } from './bench-record.ts';
import { IntegrationOptions } from './chromatograms.ts';
import { DateOrder } from './injection-time.ts';
import { Id, Instant, text } from './primitives.ts';
import { reasonAt } from './reason-fields.ts';
import { MeasurementInput, MOST_MEASUREMENTS, MOST_REPLICATES, Rule } from './results.ts';

/** What a person enters on a line of a result besides the value. */
export const LineKind = z.enum(['plain', 'assay', 'identity']);
export type LineKind = z.infer<typeof LineKind>;

/** When a new draft contains this line of the template: always, if sterility was ordered, or never by itself. */
export const LineOpens = z.enum(['always', 'with_sterility', 'offered']);
export type LineOpens = z.infer<typeof LineOpens>;

const { analyte, method, unit, limit, lod, loq } = MeasurementInput.shape;
const { uncertainty, decision_rule, max_rsd_percent, method_details, content_basis } = MeasurementInput.shape;

const LineFields = z.object({
  analyte,
  method,
  unit,
  /** The limit in words; the server writes it if the rule has numbers. */
  limit,
  rule: Rule.nullable(),
  /** The limits of detection and quantification, in the unit of the value. */
  lod: lod.unwrap().nullable(),
  loq: loq.unwrap().nullable(),
  /** How many times the method asks for the value to be measured. */
  replicates: z
    .int('A number of replicates is a whole number.')
    .min(1, 'At least one.')
    .max(MOST_REPLICATES, `At most ${MOST_REPLICATES}.`),
  kind: LineKind,
  opens: LineOpens,
  /** A retired line stays in the template, but new drafts do not contain it. */
  retired: z.boolean(),
  uncertainty,
  /** How values are decided in orders from this version on. Absent: simply by the value. */
  decision_rule,
  max_rsd_percent,
  method_details,
  content_basis,
});

/** One line of a template: analyte, method and rule. */
export const TemplateLine = LineFields.extend({ id: Id }).meta({ id: 'TemplateLine' });
export type TemplateLine = z.infer<typeof TemplateLine>;

const Author = z.object({ id: Id, display_name: z.string() });

/** A change of a template that a second person must approve. */
export const TemplateDraft = z
  .object({
    id: Id,
    /** The version of the template that the person changed. */
    version: z.int(),
    reason: z.string(),
    by: Author,
    at: Instant,
    /** The lines of the changed template; a line that existed before has its id. */
    lines: z.array(TemplateLine),
    integration: IntegrationOptions,
    date_order: DateOrder.nullable(),
    requires: z.array(Requirable),
  })
  .meta({ id: 'TemplateDraft' });
export type TemplateDraft = z.infer<typeof TemplateDraft>;

/** The person who made this version of a template, and the person who approved it. */
export const TemplateApproval = z.object({
  drafted_by: Author,
  approved_by: Author,
  at: Instant,
  reason: z.string(),
});
export type TemplateApproval = z.infer<typeof TemplateApproval>;

/** The list of measurements for one test, or for all tests of a family. */
export const Template = z
  .object({
    id: Id,
    of: z.enum(['test', 'family']),
    name: z.string(),
    family: z.string(),
    retired_at: Instant.nullable(),
    /** False while a test uses the template lines of its family. */
    is_own: z.boolean(),
    /**
     * The version of the template, which increases with each approved change. A client sends back the version that it
     * read.
     */
    version: z.int(),
    /** Whether the template was delivered with the software. */
    delivered: z.boolean(),
    /** Null for a version that nobody approved, because it was delivered with the software. */
    approval: TemplateApproval.nullable(),
    /** The change that a second person must approve; null without such a change. */
    draft: TemplateDraft.nullable(),
    lines: z.array(TemplateLine),
    /** Which peaks of a chromatogram are part of the purity; null for a version that came with the software. */
    integration: IntegrationOptions.nullable(),
    /** Whether day or month comes first in the files of the instruments; null: the reader tries both. */
    date_order: DateOrder.nullable().optional(),
    /** Facts that the laboratory must record before a person submits a result. */
    requires: z.array(Requirable).optional(),
  })
  .meta({ id: 'MethodTemplate' });
export type Template = z.infer<typeof Template>;

/**
 * The settings for a template that has none: peaks from 0.05 % of the area, without the solvent's peak at the start.
 */
export const FIRST_INTEGRATION: IntegrationOptions = { threshold_percent: REPORTING_LIMIT_PERCENT };

export const DraftTemplateBody = z.object({
  version: z.int().min(0),
  /** The lines of the template, in order. A line that exists already is sent with its id, a new line without one. */
  lines: z
    .array(LineFields.extend({ id: Id.nullable() }))
    .max(MOST_MEASUREMENTS, `At most ${MOST_MEASUREMENTS} lines.`),
  /** If omitted, the settings stay unchanged; a new template gets FIRST_INTEGRATION. */
  integration: IntegrationOptions.optional(),
  date_order: DateOrder.nullable().optional(),
  requires: z.array(Requirable).optional(),
  /** Why the person changes the template; all reviewers and admins of the laboratory can read it. */
  reason: reasonAt('template'),
});
export type DraftTemplate = z.infer<typeof DraftTemplateBody>;
/** The content of a template draft, without its reason. */
export type SaveTemplate = Omit<DraftTemplate, 'reason'>;

export const RefuseDraftBody = z.object({ reason: reasonAt('template_refusal') });

/** One step in the history of a template: a new version, or a refused draft. */
export const TemplateStep = z
  .object({
    /**
     * 'delivered': the first version, which was delivered with the software. 'changed': a later version without an
     * approval.
     */
    what: z.enum(['delivered', 'changed', 'approved', 'refused', 'withdrawn', 'open']),
    /** The version that this step made, or the version on which a refused draft was based. */
    version: z.int(),
    at: Instant,
    /** The author of the draft; null for a change without a draft. */
    drafted: z.object({ by: Author, at: Instant, reason: z.string() }).nullable(),
    /** Who approved, refused or withdrew the draft, and why it was refused; null while the draft is open. */
    decided: z.object({ by: Author, reason: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'TemplateStep' });
export type TemplateStep = z.infer<typeof TemplateStep>;

/** A substance whose formula the laboratory knows; masses in Da. */
export const Compound = z
  .object({ name: z.string(), formula: z.string(), average: z.number(), monoisotopic: z.number() })
  .meta({ id: 'Compound' });
export type Compound = z.infer<typeof Compound>;

/** The lines of the result and the settings with which a new draft starts. */
export const Proposal = z
  .object({
    lines: z.array(TemplateLine),
    /** Facts that the laboratory must record before a person submits the draft. */
    requires: z.array(Requirable).optional(),
    /** The known substance that fits the customer's words; null if none fits. */
    compound: z.object({ name: z.string(), formula: z.string() }).nullable(),
  })
  .meta({ id: 'Proposal' });
export type Proposal = z.infer<typeof Proposal>;

export const MassesQuery = z.object({
  formula: text(200).min(1, 'Give the formula.'),
  /** A measured mass in Da, or a measured m/z. */
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

/** The masses of a formula in Da, and the m/z of its protonated ions. */
export const Masses = z
  .object({
    /** The formula as it was understood, with its elements in order. */
    formula: z.string(),
    /** The charge of the formula itself; 0 for a molecule. */
    charge: z.int(),
    average: z.number(),
    monoisotopic: z.number(),
    /** The mass of the proton that each charge adds. */
    proton: z.number(),
    /** [M+nH]n+ for n = 1 to 6. */
    ions: z.array(z.object({ charge: z.int(), average_mz: z.number(), monoisotopic_mz: z.number() })),
    /** The charge that fits `observed` best; 0 if `observed` is the mass itself; null without `observed`. */
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
