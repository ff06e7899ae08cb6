import { useMutation } from '@tanstack/react-query';
import type { ResultFile } from '@vialproof/contract/result-files';
import { FileDown, Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import { fileWords } from '../../lib/file-words';
import { saveFile } from '../../lib/save-file';
import { download } from '../../lib/signed-link';
import { Button } from '../../ui/button';
import { FieldError } from '../../ui/field';

function SaveButton({
  path,
  name,
  failure,
  busyLabel,
  children,
  main = false,
}: {
  path: string;
  /** The name under which the file is saved. Without it, the server gives the name. */
  name?: string;
  failure: string;
  busyLabel: string;
  children: ReactNode;
  main?: boolean;
}) {
  const save = useMutation({ mutationFn: () => (name ? saveFile(path, name) : download(path)) });
  const Icon = name ? FileDown : Paperclip;
  return (
    <div className="grid min-w-0 grid-cols-1 justify-items-start gap-1.5">
      <Button
        variant={main ? 'primary' : 'secondary'}
        size={main ? 'medium' : 'small'}
        icon={<Icon aria-hidden="true" className="size-4" />}
        busy={save.isPending}
        onClick={() => save.mutate()}
      >
        {/* A file name may be one long word. */}
        <span className="wrap-anywhere min-w-0 whitespace-normal text-left">
          {save.isPending ? busyLabel : children}
        </span>
      </Button>
      <div role="alert" className="empty:hidden">
        {save.isError ? <FieldError>{failure}</FieldError> : null}
      </div>
    </div>
  );
}

/** A link to the certificate of a completed test. The file is saved as coa-{task}.pdf. */
export function CertificateLink({ requestId, taskNumber }: { requestId: string; taskNumber: number }) {
  return (
    <SaveButton
      main
      path={`/api/coa/${requestId}`}
      name={`coa-${taskNumber}.pdf`}
      busyLabel="Generating PDF..."
      failure="Failed to download certificate"
    >
      Certificate of Analysis (PDF)
    </SaveButton>
  );
}

interface Earlier {
  requestId: string;
  taskNumber: number;
  revision: number;
}

/** A link to a replaced certificate. The file is saved as coa-{task}-r{revision}.pdf. */
export function EarlierCertificateLink({ requestId, taskNumber, revision }: Earlier) {
  return (
    <SaveButton
      path={`/api/coa/${requestId}?revision=${revision}`}
      name={`coa-${taskNumber}-r${revision}.pdf`}
      busyLabel="Downloading…"
      failure="Failed to download certificate"
    >
      {`Certificate of revision ${revision} (PDF)`}
    </SaveButton>
  );
}

/**
 * A link to the proof that a certificate is in the public log. The file is saved as coa-{task}-r{revision}.tlog-proof.
 */
export function ProofLink({ requestId, taskNumber, revision }: Earlier) {
  return (
    <SaveButton
      path={`/api/tests/${requestId}/certificate/proof?revision=${revision}`}
      name={`coa-${taskNumber}-r${revision}.tlog-proof`}
      busyLabel="Downloading…"
      failure="Failed to download the proof"
    >
      {`Proof of revision ${revision}`}
    </SaveButton>
  );
}

/** A link to a file that belongs to the result. The download keeps its name. */
export function AttachmentLink({ file }: { file: ResultFile }) {
  return (
    <SaveButton path={file.url} busyLabel="Downloading…" failure="Failed to download this file">
      <span>
        <bdi>{file.name}</bdi> ({fileWords(file)})
      </span>
    </SaveButton>
  );
}
