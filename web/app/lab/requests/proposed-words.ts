import type { Measurement } from '@vialproof/contract/results';
import { overallStatement } from '@vialproof/science/measurement/overall-statement';

/** The characters that the fonts of the certificate contain. A save refuses other characters. */
const PRINTABLE = /^[\p{Script=Latin}\p{Script=Greek}\p{Nd}\p{Zs}\p{Pd}.,;:()[\]'’/+%&]*$/u;

/** The default title of a result: 'BPC-157 5 mg'. Empty without a printable compound. */
export function proposedTitle({
  compound_name: compound,
  dosage_text: dose,
}: {
  compound_name: string | null;
  dosage_text: string | null;
}): string {
  const title = [compound, dose].flatMap((part) => part?.trim() || []).join(' ');
  return compound && PRINTABLE.test(title) ? title.slice(0, 200) : '';
}

/** The default summary of a result: its verdicts. Empty before the first value. */
export function proposedSummary(lines: readonly Measurement[]): string {
  return overallStatement(lines.filter(({ value }) => String(value).trim() !== ''));
}
