const WORDS: Record<string, string> = {
  'result.begun': 'Draft begun',
  'result.saved': 'Draft saved',
  'result.submitted': 'Handed in for review',
  'result.returned': 'Returned',
  'result.published': 'Result published',
  'result.retracted': 'Result withdrawn',
  'result.amendment_begun': 'Amendment begun',
  'result.attached': 'File attached',
  'result.chromatogram_put': 'Chromatogram uploaded',
  'result.spectrum_put': 'Spectrum uploaded',
  'result.peaks_set': 'Limits of the peaks set',
  'result.injection_chosen': 'Injection chosen',
  'result.injection_added': 'Injection added',
  'result.injection_allowed': 'Injection allowed',
  'result.injection_timed': 'Time of an injection typed',
  'result.injection_released': 'File of an injection released',
  'result.warnings_explained': 'Warnings of the trace explained',
  'result.blank_put': 'Blank uploaded',
  'result.blank_switched': 'Blank switched',
  'result.channel_chosen': 'Channel chosen',
  'request.photo_taken': 'Photo taken',
  'request.photo_removed': 'Photo taken out',
  'request.photo_redacted': 'Photo redacted',
  'request.photo_redaction_proposed': 'Redaction of a photo proposed',
  'request.photo_redaction_confirmed': 'Redaction of a photo confirmed',
  'request.photo_redaction_refused': 'Redaction of a photo refused',
  'request.handling_set': 'Handling written',
  'request.assigned': 'Assigned',
  'request.let_go': 'Let go, nobody’s again',
  'request.subject_chosen': 'Maker and batch chosen',
};

/** An action on a sample, in words; an unknown action shows its own name. */
export function stepWords(what: string): string {
  const said = WORDS[what] ?? what.replace(/^(result|request|import)\./, '').replaceAll('_', ' ');
  return said.charAt(0).toUpperCase() + said.slice(1);
}
