import type { RedactionBox } from '@vialproof/contract/redaction';
import { useState } from 'react';
import { Button } from '../../../ui/button';
import { TextInput } from '../../../ui/inputs';
import { type BoxStep, type Size, withSide } from './boxes';

const SIDES = [
  ['x', 'From left'],
  ['y', 'From top'],
  ['width', 'Width'],
  ['height', 'Height'],
] as const;

/** The boxes as numbers, in pixels of the picture, for use by keyboard and for exact positions. */
export function BoxFields({
  boxes,
  size,
  onStep,
}: {
  boxes: readonly RedactionBox[];
  size: Size;
  onStep: (step: BoxStep) => void;
}) {
  return (
    <ol className="grid gap-3">
      {boxes.map((box, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a box has no other key than its index.
        <li key={place}>
          <fieldset className="grid min-w-0 gap-2">
            <legend className="label mb-1">{`Box ${place + 1}, pixels`}</legend>
            <div className="grid grid-cols-2 gap-2 sm:grid-cols-[repeat(4,minmax(0,1fr))_auto] sm:items-start">
              {SIDES.map(([side, label]) => (
                <SideField
                  key={side}
                  label={label}
                  value={box[side]}
                  onType={(typed) => {
                    const next = withSide(box, side, typed, size);
                    if (next) onStep({ do: 'change', place, box: next, what: side });
                    return next !== undefined;
                  }}
                />
              ))}
              <Button
                variant="quiet"
                className="justify-self-start max-sm:-ml-5 sm:mt-6"
                onClick={() => onStep({ do: 'remove', place })}
              >
                Remove
              </Button>
            </div>
          </fieldset>
        </li>
      ))}
    </ol>
  );
}

/** One number field. Invalid input stays in the field, with its error, until the field loses the focus. */
function SideField({
  label,
  value,
  onType,
}: {
  label: string;
  value: number;
  /** Returns whether the input was accepted. */
  onType: (typed: string) => boolean;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={label}
      isQuiet
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? String(value)}
      error={typed === null ? undefined : 'Inside the photo.'}
      onChange={({ target }) => setTyped(onType(target.value) ? null : target.value)}
      onBlur={() => setTyped(null)}
    />
  );
}
