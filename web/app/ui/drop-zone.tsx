import { Paperclip } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Spinner } from './spinner';

/** A place to drop files on, or to choose them by click and keyboard; a large target for gloves. */
export function DropZone({
  label,
  help,
  accept,
  several = false,
  busy = false,
  onFiles,
  children,
}: {
  label: string;
  help: ReactNode;
  /** For the file dialog, such as `.csv,text/csv`; whoever takes the files decides. */
  accept: string;
  several?: boolean;
  busy?: boolean;
  /** At least one. */
  onFiles: (files: [File, ...File[]]) => void;
  children?: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const give = (list: FileList | null | undefined) => {
    const [first, ...others] = list ?? [];
    if (first && !busy) onFiles(several ? [first, ...others] : [first]);
  };
  const take = () => {
    give(input.current?.files);
    // So that the same file can be chosen again after it was mended.
    if (input.current) input.current.value = '';
  };
  const takeEarly = useEffectEvent(take);
  // What was chosen before the page came alive.
  useEffect(() => takeEarly(), []);
  const dragged = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover');
    if (event.type === 'drop') give(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way; the input inside serves keyboards and readers.
    <div
      onDragOver={dragged}
      onDragLeave={dragged}
      onDrop={dragged}
      className={`rounded-sm border border-dashed p-6 transition-colors hover:border-accent has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent has-[:focus-visible]:outline-offset-2 md:p-8 ${isOver ? 'border-accent bg-accent-soft' : 'border-edge'}`}
    >
      <label htmlFor={id} className={`grid gap-2 ${busy ? 'cursor-progress' : 'cursor-pointer'}`}>
        <span className="flex items-center gap-3 font-medium">
          {busy ? <Spinner size="1.25rem" /> : <Paperclip className="size-5 text-accent" />}
          <span>{label}</span>
        </span>
        <span className="text-ink-soft text-sm">{help}</span>
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={several}
        disabled={busy}
        className="sr-only"
        ref={input}
        onChange={take}
      />
      {children}
    </div>
  );
}
