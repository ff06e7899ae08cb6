import type { Uncertainty } from '@vialproof/contract/uncertainty';
import type { NewTemplate } from '../../src/modules/methods/methods.service.ts';
import { TEMPLATES } from '../seed/templates.ts';

/**
 * The uncertainty in per cent of the area. It comes only from repeated measurements, because there is no standard for a
 * purity.
 */
export const PURITY_UNCERTAINTY: Uncertainty = {
  basis: 'top_down',
  components: [{ source: 'repeatability of injection', u: 0.12 }],
};
/** The uncertainty in % of the value. */
export const ASSAY_UNCERTAINTY: Uncertainty = {
  basis: 'top_down',
  components: [
    { source: 'repeatability of preparation', u: 0.8 },
    { source: 'content of the reference standard', u: 0.5 },
    { source: 'weighing and dilution', u: 0.3 },
  ],
  relative: true,
};

/** The window begins after the solvent's peak in demo chromatograms. */
const INTEGRATION = { from_min: 2.4, threshold_percent: 0.05 };

/** Templates with uncertainties that a laboratory has determined. */
export const BUDGETED_TEMPLATES: readonly NewTemplate[] = TEMPLATES.map((template) => ({
  ...template,
  lines: template.lines.map((line) => {
    if (line.kind === 'assay') return { ...line, uncertainty: ASSAY_UNCERTAINTY };
    return line.analyte === 'Purity' && line.rule ? { ...line, uncertainty: PURITY_UNCERTAINTY } : line;
  }),
}));

/** The same templates, with a time window for peaks. */
export const DEMO_TEMPLATES: readonly NewTemplate[] = BUDGETED_TEMPLATES.map((template) => ({
  ...template,
  integration: INTEGRATION,
}));
