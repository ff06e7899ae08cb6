import type { Result } from '@vialproof/contract/results';
import {
  circumstances,
  factsOf,
  itemWords,
  methodFacts,
  remarkFacts,
} from '@vialproof/science/measurement/record-words';

/** Shows what the laboratory recorded beside the measurements, as on the certificate. */
export default function RecordedFacts({ result: { record = {}, measurements } }: { result: Result }) {
  const facts = [
    ...factsOf([['Item', itemWords(record)]]),
    ...circumstances(record),
    ...methodFacts(measurements),
    ...remarkFacts(record),
  ];
  if (facts.length === 0) return null;
  return (
    <dl className="mt-6 grid max-w-prose gap-x-6 gap-y-1 text-sm sm:grid-cols-[9rem_minmax(0,1fr)]">
      {facts.map(({ label, value }) => (
        // Two methods may have the same name, but their texts differ.
        <div key={`${label} ${value}`} className="contents">
          <dt className="wrap-anywhere text-ink-soft max-sm:mt-2">{label}</dt>
          <dd className="wrap-anywhere min-w-0 whitespace-pre-line" dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
