import type { Masses } from '@vialproof/contract/methods';

/** The ions of a formula. The ion that the user measured is marked. */
export function IonTable({ masses, chosen }: { masses: Masses; chosen: number | undefined }) {
  return (
    <div className="grid gap-2 sm:col-span-2 lg:col-span-4">
      <p className="figures text-sm">{`Average ${masses.average.toFixed(2)} Da · monoisotopic ${masses.monoisotopic.toFixed(4)} Da`}</p>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-ink-soft text-sm">
        {masses.ions.map(({ charge, average_mz, monoisotopic_mz }) => (
          <li key={charge} className={`figures ${charge === chosen ? 'font-medium text-ink' : ''}`}>
            <span>{`[M+${charge - masses.charge}H]`}</span>
            <sup>{`${charge}+`}</sup> <span>{average_mz.toFixed(2)}</span>{' '}
            <span className="text-ink-soft">{`(${monoisotopic_mz.toFixed(4)})`}</span>
            <span>{charge === chosen ? ' ✓' : ''}</span>
          </li>
        ))}
      </ul>
      <p className="text-ink-soft text-sm">
        m/z by average and, in brackets, by monoisotopic mass. Type an observed m/z with its charge into the
        value: 710.36 2+
      </p>
    </div>
  );
}
