import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { keep, readKept } from '../lib/kept';

/**
 * Stores the input of a form in this tab, so that a reload or the end of the session does not lose it. Returns a
 * function that deletes it, for the time after the save.
 * @param name undefined: nothing is stored.
 */
export function useKeptForm<Fields extends FieldValues>(
  name: `lab.${string}` | undefined,
  { reset, subscribe }: Pick<UseFormReturn<Fields>, 'reset' | 'subscribe'>,
): () => void {
  useEffect(() => {
    if (!name) return undefined;
    const kept = readKept<Fields>(name);
    if (kept) reset(kept, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => keep(name, isDirty === false ? null : values),
    });
  }, [name, reset, subscribe]);
  return () => {
    if (name) keep(name, null);
  };
}

/** A text that a reload or the end of the session does not lose. Null: nothing is typed, and nothing is stored. */
export function useKeptText(name: `lab.${string}`): [string | null, (text: string | null) => void] {
  const [text, setText] = useState(() => readKept<string>(name));
  return [
    text,
    (next) => {
      setText(next);
      keep(name, next);
    },
  ];
}
