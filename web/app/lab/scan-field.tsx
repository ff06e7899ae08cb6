import { ScanBarcode } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { controlClass } from '../ui/field';
import { useDelayedSearch } from '../ui/search-box';
import { focusNextValue } from './next-value';
import { readScan } from './scan';
import { useScans } from './use-scans';

const quietMs = 300;
/** How a scan begins: with a task number, or the address in a QR code (http). */
const SCAN = /^[\dh]$/i;

/** Moves the focus to the scan field of the page. Returns false if the page has no scan field. */
export function focusScan(): boolean {
  const field = document.querySelector<HTMLInputElement>('input[aria-keyshortcuts="Control+K"]');
  field?.focus();
  field?.select();
  return field !== null;
}

/**
 * The field for scanned or typed text. Enter on a task number opens the sample, another text searches. If the sample is
 * already open, Enter moves to its first empty value.
 */
export function ScanField() {
  const { pathname } = useLocation();
  const onQueue = pathname === '/lab';
  const [params, setParams] = useSearchParams();
  const sought = onQueue ? (params.get('q') ?? '') : '';
  const [text, setText] = useState(sought);
  /** Whether the user has typed since the last Enter: only then the text searches by itself. */
  const [isTyped, setTyped] = useState(false);
  const navigate = useNavigate();
  useScans(SCAN, focusScan);

  // The scan field gets the focus whenever the list of samples appears.
  useEffect(() => {
    if (onQueue) focusScan();
  }, [onQueue]);

  // Links, Back and Forward change the address, and so the text of this field. The field's own search must not do so,
  // because the user may have typed more since.
  const own = useRef<string[]>([]);
  useEffect(() => {
    const place = own.current.indexOf(sought);
    own.current = place < 0 ? [] : own.current.slice(place + 1);
    if (place < 0) setText((typed) => (typed.trim() === sought ? typed : sought));
  }, [sought]);

  const search = (q: string) => {
    own.current.push(q);
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('page');
        if (q) next.set('q', q);
        else next.delete('q');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  useDelayedSearch(onQueue && isTyped ? text.trim() : sought, sought, quietMs, search);

  const scannedAt = useRef(Number.NEGATIVE_INFINITY);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const task = readScan(text);
    if (task) {
      scannedAt.current = event.timeStamp;
      setText('');
      setTyped(false);
      void navigate(`/lab/requests/${task}`);
    } else if (onQueue) search(text.trim());
    else if (text.trim()) void navigate(`/lab?q=${encodeURIComponent(text.trim())}`);
    // Some scanners send two line breaks. The second one must not leave the field, because the next scan would go into
    // a value.
    else if (event.timeStamp - scannedAt.current > quietMs) focusNextValue();
  };

  return (
    <search className="block w-full lg:max-w-xl">
      <form onSubmit={submit} className="relative">
        <ScanBarcode
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-soft"
        />
        <input
          type="search"
          aria-label="Scan or type a task number, or search"
          aria-keyshortcuts="Control+K"
          placeholder="Scan a task number…"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          enterKeyHint="go"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setTyped(true);
          }}
          className={`${controlClass} figures min-h-14 text-ellipsis pl-11 text-lg`}
        />
      </form>
    </search>
  );
}
