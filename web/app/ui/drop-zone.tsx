import { Paperclip } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Spinner } from './spinner';

/** An area for dropped files. A click or a key opens the file dialog. It is large, for users with gloves. */
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
  /** For the file dialog, for example `.csv,text/csv`. The receiver checks the files. */
  accept: string;
  several?: boolean;
  busy?: boolean;
  /** Called with at least one file. */
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
    // The user can choose the same file again after a correction.
    if (input.current) input.current.value = '';
  };
  const takeEarly = useEffectEvent(take);
  // Files that the user chose before React had started.
  useEffect(() => takeEarly(), []);
  const dragged = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover');
    if (event.type === 'drop') give(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input inside serves keyboards and screen readers.
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
