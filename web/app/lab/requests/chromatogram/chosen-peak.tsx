import type { PeakLimits } from '@vialproof/science/chromatography/types';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button';
import { TextInput } from '../../../ui/inputs';
import type { Side } from './editing';

/** The chosen peak: its start and end as numbers, for users who do not drag, and its other actions. */
export function ChosenPeak({
  peak,
  limits,
  isMain,
  onMove,
  onMain,
  onRemove,
  children,
}: {
  /** The number of the peak, counted from 1. */
  peak: number;
  limits: PeakLimits;
  isMain: boolean;
  onMove: (side: Side, minutes: number) => void;
  onMain: () => void;
  onRemove: () => void;
  /** Further choices for the peak. */
  children: ReactNode;
}) {
  return (
    <fieldset className="grid gap-3 border-accent border-l-2 pl-4">
      <legend className="float-left font-medium">{`Peak ${peak}`}</legend>
      <div className="grid grid-cols-2 items-end gap-x-4 gap-y-3 sm:flex sm:flex-wrap">
        <LimitField
          label="Start, min"
          value={limits.start_min}
          onCommit={(minutes) => onMove('start', minutes)}
        />
        <LimitField label="End, min" value={limits.end_min} onCommit={(minutes) => onMove('end', minutes)} />
        <Button variant="secondary" disabled={isMain} className="max-sm:col-span-2" onClick={onMain}>
          {isMain ? 'Main peak' : 'Make it the main peak'}
        </Button>
        <Button
          variant="danger"
          className="max-sm:col-span-2"
          onClick={onRemove}
        >{`Delete peak ${peak}`}</Button>
      </div>
      {children}
    </fieldset>
  );
}

/** A number field that takes its input at Enter, or when the user leaves it. */
function LimitField({
  label,
  value,
  onCommit,
}: {
  label: string;
  value: number;
  onCommit: (minutes: number) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const commit = () => {
    const minutes = Number(typed?.trim().replace(',', '.') || Number.NaN);
    setTyped(null);
    if (Number.isFinite(minutes) && minutes !== value) onCommit(minutes);
  };
  return (
    <div className="min-w-0 sm:w-32">
      <TextInput
        label={label}
        mono
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? value.toFixed(3)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            commit();
          }
          if (event.key === 'Escape') setTyped(null);
        }}
      />
    </div>
  );
}
