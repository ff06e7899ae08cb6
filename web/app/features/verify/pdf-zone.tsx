import { Paperclip } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';

/** A place to drop files on, or to choose them by click and keyboard. The files stay on this device. */
export function FileZone({
  title,
  help,
  accept,
  several = false,
  busy = false,
  onFiles,
  children,
}: {
  title: ReactNode;
  help: ReactNode;
  accept: string;
  several?: boolean;
  busy?: boolean;
  onFiles: (files: File[]) => void;
  children?: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const take = () => {
    const files = [...(input.current?.files ?? [])];
    // So that the same file can be chosen again.
    if (input.current) input.current.value = '';
    if (files.length > 0) onFiles(files);
  };
  const takeEarly = useEffectEvent(take);
  // What was chosen before the page came alive.
  useEffect(() => takeEarly(), []);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0 && !busy) onFiles(several ? files : files.slice(0, 1));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way; the input inside serves keyboards and readers.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`rounded-sm border border-dashed p-6 transition-colors has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent has-[:focus-visible]:outline-offset-2 md:p-8 ${isOver ? 'border-accent bg-accent-soft' : 'border-edge'}`}
    >
      <label htmlFor={id} className={`grid gap-2 ${busy ? 'cursor-progress' : 'cursor-pointer'}`}>
        <span className="flex items-center gap-3 font-medium">
          <Paperclip className="size-5 text-accent" />
          {title}
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
