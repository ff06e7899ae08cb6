import { decisionSentences } from '@vialproof/contract/decision-words';
import type { Measurement } from '@vialproof/contract/results';

/** How the verdicts of these lines were reached; nothing where there are none. Apart from the table, which more pages show. */
export function DecisionWords({ rows }: { rows: Measurement[] }) {
  return decisionSentences(rows).join(' ');
}
