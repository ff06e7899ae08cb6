import { useEffect, useEffectEvent, useState } from 'react';

const quietMs = 300;

/** A text box whose value lives in the address: follows it, and changes it once the typing pauses. */
export function useQuiet(value: string, onQuiet: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const tell = useEffectEvent(onQuiet);

  // Back and Forward change the address under the box; a space just typed is no such change.
  useEffect(() => {
    setText((typed) => (typed.trim() === value ? typed : value));
  }, [value]);

  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => tell(text.trim()), quietMs);
    return () => clearTimeout(timer);
  }, [text, value]);

  return [text, setText];
}
