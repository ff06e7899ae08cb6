import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { Spinner } from '../../ui/spinner';

/** Drop a file here, or choose one. A large target: gloves. */
export function DropZone({
  label,
  hint,
  accept,
  busy,
  onFile,
}: {
  label: string;
  hint: ReactNode;
  /** For the file dialog, such as `.csv,text/csv`; the server decides. */
  accept: string;
  busy: boolean;
  onFile: (file: File) => void;
}) {
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !busy) onFile(file);
  };
  const dragged = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover');
    if (event.type === 'drop') take(event.dataTransfer.files);
  };
  return (
    <label
      onDragOver={dragged}
      onDragLeave={dragged}
      onDrop={dragged}
      className={`grid min-h-28 cursor-pointer justify-items-center gap-1 rounded-sm border border-dashed p-5 text-center transition-colors hover:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 ${over ? 'border-accent bg-accent-soft' : 'border-edge'}`}
    >
      {busy ? <Spinner size="1.5rem" /> : <Upload aria-hidden="true" className="size-6 text-accent" />}
      <span className="font-medium">{busy ? 'Uploading…' : label}</span>
      <span className="text-ink-soft text-sm">{hint}</span>
      <input
        type="file"
        accept={accept}
        disabled={busy}
        className="sr-only"
        onChange={(event) => {
          take(event.target.files);
          // So that the same file can be chosen again after it was mended.
          event.target.value = '';
        }}
      />
    </label>
  );
}
