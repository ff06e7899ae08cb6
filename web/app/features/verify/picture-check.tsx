import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../ui/button';
import { DropZone } from '../../ui/drop-zone';
import { Notice } from '../../ui/states';
import { type CodesSaid, type Credentials, readCodes } from './certificate-code';
import { loadReader } from './codes/load-reader';
import { ScanButton } from './codes/scan-button';

/** Codes with a certificate, or with the address of another site, are always reported. */
const isTelling = ({ certificates, foreign }: CodesSaid) => certificates.length + foreign.length > 0;

function Said({
  said: { certificates, foreign },
  host,
  onCertificate,
}: {
  said: CodesSaid;
  host: string;
  onCertificate: (named: Credentials) => void;
}) {
  const isOne = certificates.length === 1 && foreign.length === 0;
  if (isOne || certificates.length + foreign.length === 0) return null;
  return (
    <div className="grid gap-3">
      {foreign.map((each) => (
        <Notice key={each} tone="bad">
          This code leads to <strong className="figures wrap-anywhere font-medium">{each}</strong>, not to{' '}
          <strong className="figures wrap-anywhere font-medium">{host}</strong>: do not type your key there.
        </Notice>
      ))}
      {certificates.length > 0 ? (
        <Notice tone="wait">
          <p>
            {certificates.length > 1
              ? 'The picture shows more than one certificate. Which one is it?'
              : 'Another code of the picture is a certificate’s, and leads here.'}
          </p>
          <p className="mt-3 flex flex-wrap gap-3">
            {certificates.map((each) => (
              <Button
                key={`${each.taskNumber} ${each.uniqueKey} ${each.revision}`}
                variant="secondary"
                size="small"
                onClick={() => onCertificate(each)}
              >
                <span className="wrap-anywhere">
                  {`Verify ${each.taskNumber}${each.revision ? `, revision ${each.revision}` : ''}`}
                </span>
              </Button>
            ))}
          </p>
        </Notice>
      ) : null}
    </div>
  );
}

const noCode = 'No code was found. Type number and key by hand.';
const otherCode = 'The code is no certificate’s. Type number and key by hand.';

/** The first bytes of PNG, JPEG, GIF, WebP, and of HEIC and AVIF, read as text. */
const PICTURE = /^(?:\uFFFDPNG|\uFFFD{3}|GIF8|RIFF.{4}WEBP|.{4}ftyp)/s;

/** Whether a file is a PDF. The first bytes decide, because the name may be wrong. */
async function isPdf(file: File): Promise<boolean> {
  const head = await file
    .slice(0, 1024)
    .text()
    .catch(() => '');
  if (head.includes('%PDF-')) return true;
  return !PICTURE.test(head) && (file.type === 'application/pdf' || /\.pdf$/i.test(file.name));
}

/**
 * The place for a photo, a screenshot or a PDF. Reads number and key from a picture, the camera or the clipboard, on
 * this device. `onNone` is called if no code of a certificate was found; the message then asks the reader to fill in the
 * boxes by hand.
 */
export function PictureCheck({
  siteUrl,
  onRead,
  onCertificate,
  onPdf,
  onNone,
}: {
  siteUrl: string;
  onRead: () => void;
  onCertificate: (named: Credentials) => void;
  onPdf: (file: File) => void;
  onNone: (words: string) => void;
}) {
  const read = useMutation({
    onMutate: onRead,
    mutationFn: async (source: File | string[]) => {
      const texts =
        source instanceof File ? await (await loadReader()).readPicture(source, 'certificate') : source;
      return readCodes(texts, siteUrl);
    },
    onSuccess: (said) => {
      const [first] = said.certificates;
      if (!isTelling(said)) onNone(said.others.length > 0 ? otherCode : noCode);
      else if (first && said.certificates.length === 1 && said.foreign.length === 0) onCertificate(first);
    },
  });
  // The reader may paste at any scroll position, so the page scrolls to the answer.
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (read.error || (read.data && isTelling(read.data)))
      answer.current?.scrollIntoView({ block: 'nearest' });
  }, [read.error, read.data]);
  const take = async (file: File) => {
    if (!(await isPdf(file))) return read.mutate(file);
    read.reset();
    onPdf(file);
  };
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented || read.isPending) return;
    const [file] = event.clipboardData?.files ?? [];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!file && !isTelling(readCodes([text], siteUrl))) return;
    event.preventDefault();
    if (file) void take(file);
    else read.mutate([text]);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);

  return (
    // A phone's reader has a code rather than a keyboard, so on a phone this is shown above the form that precedes it.
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 noscript:hidden max-md:order-first">
      <DropZone
        label={read.isPending ? 'Reading the picture…' : 'Photo, screenshot or PDF'}
        help="Choose it, drop it here or paste it. It is read on this device and never uploaded: only the number and key that it shows, or the fingerprint of a PDF, are looked up."
        accept="image/*,.heic,.heif,application/pdf,.pdf"
        busy={read.isPending}
        onFiles={([file]) => void take(file)}
      >
        <div className="mt-4">
          <ScanButton kind="certificate" onFound={(texts) => read.mutate(texts)} />
        </div>
      </DropZone>
      <div ref={answer} aria-live="polite" aria-busy={read.isPending}>
        {read.error ? <Notice tone="bad">{read.error.message}</Notice> : null}
        {read.data ? (
          <Said said={read.data} host={new URL(siteUrl).host} onCertificate={onCertificate} />
        ) : null}
      </div>
    </div>
  );
}
