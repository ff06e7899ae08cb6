import { useMutation } from '@tanstack/react-query';
import type { Attachment } from '@vialproof/contract/lab';
import { Paperclip } from 'lucide-react';
import { download } from '../../lib/signed-link';
import { Button } from '../../ui/button';
import { StepError } from '../../ui/step-error';

/** The size of a file in words: '12.3 kB', '1.2 MB'. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The attachments, each with its size and hash. */
export function AttachmentList({ attachments }: { attachments: Attachment[] }) {
  const saving = useMutation({ mutationFn: ({ id }: Attachment) => download(`/api/attachments/${id}`) });
  if (attachments.length === 0) return null;
  return (
    <div className="grid gap-2">
      <ul className="border-rule border-t">
        {attachments.map((file) => (
          <li
            key={file.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-rule border-b py-2"
          >
            <Button
              variant="quiet"
              icon={<Paperclip aria-hidden="true" className="size-4 shrink-0" />}
              className="-ml-5 min-w-0 break-all text-left"
              onClick={() => saving.mutate(file)}
            >
              {file.file_name}
            </Button>
            <span
              className="figures text-ink-soft text-sm"
              title={`SHA-256 ${file.sha256}`}
            >{`${formatSize(file.size_bytes)} · SHA-256 ${file.sha256.slice(0, 12)}…`}</span>
          </li>
        ))}
      </ul>
      <StepError error={saving.error} />
    </div>
  );
}
