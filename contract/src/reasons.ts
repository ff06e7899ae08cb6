// This file does not import zod, because pages use it.

/** The reasons that a page offers. An offered reason is valid only as the whole text, unchanged. */
export const OFFERED_REASONS = {
  /** Why the peaks differ from the automatic ones. */
  limits: [
    'Solvent peak',
    'Carry-over of the run before',
    'Baseline drift',
    'Shoulder on the main peak',
    'Noise taken for a peak',
  ],
  /** Why the purity is reported in spite of warnings. */
  warnings: [
    'Solvent peak',
    'Peak of the blank',
    'Carry-over of the run before',
    'Known counter-ion or excipient',
    'Main peak within the linear range',
  ],
  /** Why an injection is not used. */
  injection: [
    'Air bubble',
    'Wrong vial',
    'System suitability failed',
    'Carry-over of the run before',
    'Run was interrupted',
    'Replaced by a further injection',
  ],
  /** Why an injection is part of the mean in spite of its warnings. */
  replicate: ['Solvent peak', 'Peak of the blank', 'Carry-over of the run before'],
  time: ['Clock of the instrument was not set', 'Exported without its time'],
  /** Why a reviewer allows an injection in spite of a doubt. */
  doubt: [
    'Clock of the instrument was wrong',
    'Sample was named by hand',
    'Checked against the sequence of the instrument',
  ],
  /** Why a purity differs from that of its chromatogram. */
  trace: ['Mean of several injections', 'Rounded as the method asks', 'Blank subtracted'],
  /** Why a person sets another verdict than the rule. */
  verdict: ['Limit does not apply to this sample', 'Measured again by another method'],
  /** Why a sample is refused, if no usual reason fits. */
  rejection: ['Vial was empty', 'Label names another substance'],
  amendment: [
    'Typing error',
    'Wrong sample',
    'Measured again',
    'Calculation was wrong',
    'Customer’s details were wrong',
  ],
  retraction: ['Wrong sample', 'Instrument was faulty', 'Result cannot be reproduced'],
  /** Why a photo is removed. */
  photo: ['Photo of another vial', 'Photo out of focus', 'Taken twice'],
  redaction: ['Shows a name or an address', 'Shows a face', 'Shows another customer’s vial'],
  /** Why a sent file is assigned to a sample, or to none. */
  assignment: ['Number is on the vial', 'Checked against the sequence of the instrument'],
  dismissal: ['Test injection of the instrument', 'Blank or standard run', 'Sent twice'],
  refund: ['Customer asked for it', 'Sample never arrived', 'Paid twice', 'Test could not be done'],
  /** Why a payment with a wrong amount is accepted. */
  payment: ['Difference is within the exchange rate', 'Agreed with the customer', 'Paid twice'],
  payout: ['Sender asked for it', 'Payments cannot be taken back any more'],
  showcase: ['Owner asked for it', 'Result was retracted', 'Breaks the testing policy'],
  /** Why a method's template is changed. */
  template: ['Method was validated anew', 'Limit of the method has changed', 'Typing error'],
  /** Why a draft of a template is not approved. */
  template_refusal: ['Evidence is missing', 'Limit is not justified', 'Typing error in the draft'],
} as const satisfies Record<string, readonly string[]>;
export type ReasonPlace = keyof typeof OFFERED_REASONS;

const LETTERS = 10;
const WORDS = 2;
export const REASON_MISSING = 'Choose a reason, or say why in at least two words and ten letters.';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Whether a reason is valid: a suggested one, or at least two words with ten letters or digits together. */
export function isReason(place: ReasonPlace, words: string): boolean {
  const said = words.trim();
  const offered: readonly string[] = OFFERED_REASONS[place];
  if (offered.includes(said)) return true;
  const letters = said.match(/[\p{L}\p{N}]/gu) ?? [];
  const found = [...segmenter.segment(said)].filter(({ isWordLike }) => isWordLike);
  return letters.length >= LETTERS && found.length >= WORDS;
}
