import type { Chromatogram } from '@vialproof/contract/results';
import { runParts } from '@vialproof/science/measurement/run-words';

/** Public notes about the measurements (runs) behind a result, and about their peaks. */
export function RunNotes({ notes }: { notes: readonly string[] }) {
  return (
    <ul className="wrap-anywhere mt-3 grid max-w-prose gap-1 text-sm">
      {notes.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}

/**
 * The name of the sample and the time of the measurement, as the instrument wrote them. Shows nothing if both are
 * missing.
 */
export function RunOf({ data }: { data: Chromatogram }) {
  const parts = runParts(data);
  if (!parts) return null;
  return (
    <p className="wrap-anywhere mt-3 max-w-prose text-sm">
      {parts.before}
      {parts.name === '' ? null : <bdi>{parts.name}</bdi>}
      {parts.after}
    </p>
  );
}
