import { ScanBarcode } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { controlClass } from '../../ui/field';
import { useScans } from '../use-scans';

/**
 * A scan contains numbers, addresses and words, so any character may begin one. Only the space does not, because it
 * presses a button.
 */
const ANYTHING = /^\S$/u;

/** The field into which the scanner types. Each Enter submits one scan and empties the field. */
export function ParcelScan({ onEntry, said }: { onEntry: (text: string) => void; said: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');

  // The scan field has the focus as soon as the page opens.
  useEffect(() => field.current?.focus(), []);

  useScans(ANYTHING, () => field.current?.focus());

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onEntry(text);
    setText('');
    field.current?.focus();
  };
  return (
    <form onSubmit={submit} className="grid gap-2">
      <label htmlFor="parcel-scan" className="font-medium">
        Scan the next vial
      </label>
      <div className="relative">
        <ScanBarcode
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-4 size-6 -translate-y-1/2 text-ink-soft"
        />
        <input
          ref={field}
          id="parcel-scan"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          maxLength={200}
          enterKeyHint="done"
          aria-describedby="parcel-scan-help"
          aria-keyshortcuts="Control+K"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={`${controlClass} figures min-h-16 pl-13 text-2xl`}
        />
      </div>
      <p id="parcel-scan-help" className="text-ink-soft text-sm">
        The label’s bar code, its QR code, or the task number and Enter. A word refuses the vial before it:{' '}
        <b className="font-medium">broken</b>, <b className="font-medium">unlabelled</b> or{' '}
        <b className="font-medium">insufficient</b>; <b className="font-medium">ok</b> takes that back.
      </p>
      <p role="status" className="min-h-6 font-medium">
        {said}
      </p>
    </form>
  );
}
