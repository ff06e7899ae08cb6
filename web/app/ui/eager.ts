import { useEffect, useState } from 'react';

/**
 * A value that lives in the address, shown changed at once: the address follows a moment later, when the navigation has
 * happened, and a controlled box that waited for it would jump back in between.
 */
export function useEager<Value>(
  value: Value,
  onChange: (value: Value) => void,
): [Value, (value: Value) => void] {
  const [shown, setShown] = useState(value);
  useEffect(() => setShown(value), [value]);
  return [
    shown,
    (next) => {
      setShown(next);
      onChange(next);
    },
  ];
}
