import { useMutation } from '@tanstack/react-query';
import type { BatchComparison } from '@vialproof/science/text/batch-compare';
import { ImageUp } from 'lucide-react';
import { type ClipboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { Button, buttonClass } from '../../ui/button';
import { useHydrated } from '../../ui/figures';
import { Form } from '../../ui/form';
import { TextInput } from '../../ui/inputs';
import { Notice } from '../../ui/states';
import { differences, type Stretch } from './batch-marks';
import { loadReader } from './codes/load-reader';
import { ScanButton } from './codes/scan-button';
import { batchIn } from './codes/vial-batch';

interface Compared {
  typed: string;
  outcome: BatchComparison;
}

function Batch({ label, stretches }: { label: string; stretches: Stretch[] }) {
  return (
    <div>
      <dt className="label">{label}</dt>
      <dd className="figures wrap-anywhere whitespace-pre-wrap text-lg">
        {stretches.map(({ text, from, differs }) =>
          differs ? (
            <mark
              key={from}
              className="rounded-sm bg-wait-soft text-ink underline decoration-2 decoration-wait"
            >
              {text}
            </mark>
          ) : (
            <span key={from}>{text}</span>
          ),
        )}
      </dd>
    </div>
  );
}

const whole = (text: string): Stretch[] => [{ text, from: 0, differs: false }];

/** Both batches, one below the other. That of the certificate is shown only if the page may know it. */
function Beside({ typed, batch, isMarked }: { typed: string; batch: string | null; isMarked: boolean }) {
  const [mine, theirs] =
    batch !== null && isMarked ? differences(typed, batch) : [whole(typed), whole(batch ?? '')];
  return (
    <dl className="mt-3 grid gap-3">
      <Batch label="Your vial" stretches={mine} />
      {batch === null ? null : <Batch label="The certificate" stretches={theirs} />}
    </dl>
  );
}

function Answer({ compared: { typed, outcome }, batch }: { compared: Compared; batch: string | null }) {
  if (outcome === 'same') {
    return (
      <Notice tone="good">
        <p className="font-medium">The same batch.</p>
        <p className="mt-1">
          Your vial names the batch that was tested. That it was filled from it, only its maker knows.
        </p>
        <Beside typed={typed} batch={batch} isMarked={false} />
      </Notice>
    );
  }
  if (outcome === 'similar') {
    return (
      <Notice tone="wait">
        <p className="font-medium">It looks alike, and is not the same.</p>
        <p className="mt-1">
          Read the vial again, letter by letter: O or 0, I, l or 1, capitals, spaces and dashes.
        </p>
        <Beside typed={typed} batch={batch} isMarked />
      </Notice>
    );
  }
  return (
    <Notice tone="bad">
      <p className="font-medium">This certificate says nothing about your vial.</p>
      <p className="mt-1">It is of another batch.</p>
      <Beside typed={typed} batch={batch} isMarked={false} />
    </Notice>
  );
}

/** The batch in the codes of a vial. A text that is marked as a batch is better than a plain one. */
function batchAmong(texts: string[]): string {
  const batches = texts.map((text) => ({ text, batch: batchIn(text) }));
  const named = batches.find(({ text, batch }) => batch !== null && batch !== text.trim());
  const batch = (named ?? batches.find((each) => each.batch !== null))?.batch;
  if (batch === undefined || batch === null) {
    throw new Error(
      texts.length > 0
        ? 'The code names no batch. Type what the vial says after “Lot” or “Batch”.'
        : 'No code was found. Type what the vial says after “Lot” or “Batch”.',
    );
  }
  return batch;
}

/**
 * Compares the batch of a vial with that of a certificate (`batch`, null if the page may not know it). `compare` gets
 * the batch of the vial.
 */
export function VialCheck({
  batch,
  compare,
}: {
  batch: string | null;
  compare: (typed: string) => Promise<BatchComparison>;
}) {
  const hydrated = useHydrated();
  const box = useRef<HTMLInputElement>(null);
  const picture = useRef<HTMLInputElement>(null);
  const check = useMutation({
    mutationFn: async (source: File | string[]): Promise<Compared> => {
      const texts = source instanceof File ? await (await loadReader()).readPicture(source, 'vial') : source;
      const typed = batchAmong(texts);
      if (box.current) box.current.value = typed;
      return { typed, outcome: await compare(typed) };
    },
    onError: () => box.current?.focus(),
  });
  const takePicture = () => {
    const [file] = picture.current?.files ?? [];
    if (file) check.mutate(file);
    // Emptied, so that the user can choose the same file again.
    if (picture.current) picture.current.value = '';
  };
  const takeEarly = useEffectEvent(takePicture);
  // Takes files that the user chose before hydration.
  useEffect(() => takeEarly(), []);
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (check.data || check.error) answer.current?.scrollIntoView({ block: 'nearest' });
  }, [check.data, check.error]);
  const paste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files;
    if (!file || check.isPending) return;
    event.preventDefault();
    check.mutate(file);
  };
  return (
    <section
      aria-label="What does your vial say?"
      onPaste={paste}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 noscript:hidden"
    >
      <Form
        className="grid gap-4"
        onSubmit={() => {
          const typed = box.current?.value.trim() ?? '';
          if (typed === '') box.current?.focus();
          else check.mutate([typed]);
        }}
      >
        <TextInput
          label="Batch of your vial"
          help="What stands after “Lot” or “Batch”. Or scan its code, or paste a picture of it."
          mono
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          ref={box}
          onInput={() => check.reset()}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={!hydrated} busy={check.isPending}>
            {check.isPending ? 'Comparing…' : 'Compare'}
          </Button>
          <ScanButton kind="vial" onFound={(texts) => check.mutate(texts)} />
          <label
            className={`${buttonClass({ variant: 'secondary' })} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2`}
          >
            <ImageUp aria-hidden="true" className="size-5" />
            From a picture
            <input
              type="file"
              accept="image/*,.heic,.heif"
              disabled={check.isPending}
              className="sr-only"
              ref={picture}
              onChange={takePicture}
            />
          </label>
        </div>
      </Form>
      <div ref={answer} aria-live="polite">
        {check.error ? <Notice tone="wait">{check.error.message}</Notice> : null}
        {check.data ? <Answer compared={check.data} batch={batch} /> : null}
      </div>
    </section>
  );
}
