import { useMutation } from '@tanstack/react-query';
import type { RawFile } from '@vialproof/contract/certificates';
import type { Chromatogram } from '@vialproof/contract/results';
import { Download } from 'lucide-react';
import { counted } from '../../lib/counted';
import { fileWords } from '../../lib/file-words';
import { Button } from '../../ui/button';
import { Details } from '../../ui/details';
import { useHydrated } from '../../ui/figures';
import { Notice } from '../../ui/states';

type Props = { requestId: string; files: RawFile[]; chromatogram: Chromatogram | null };

const addressOf = (requestId: string, { sha256 }: RawFile) => `/api/tests/${requestId}/raw-files/${sha256}`;

/** The files of the instrument, for readers who want to check the published purity. */
export default function RawFiles({ requestId, files, chromatogram }: Props) {
  return (
    <Details title="Raw data" note={counted(files.length, 'file')}>
      <p className="max-w-prose">
        The files as the instrument wrote them. Each one’s SHA-256 stands in the certificate’s data and in the
        public log.
      </p>
      <ul className="border-rule border-t">
        {files.map((file) => (
          <li key={file.sha256} className="grid gap-3 border-rule border-b py-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
              <a
                href={addressOf(requestId, file)}
                download={file.file_name}
                className="inline-flex min-h-11 min-w-0 items-center gap-2 text-accent underline underline-offset-4"
              >
                <Download aria-hidden="true" className="size-4 shrink-0" />
                <span className="wrap-anywhere">
                  <bdi>{file.file_name}</bdi> ({fileWords({ name: file.file_name, bytes: file.size_bytes })})
                </span>
              </a>
              <span className={file.used ? 'text-accent' : 'text-ink-soft'}>
                {file.used ? 'Reported' : 'Not reported'}
              </span>
            </div>
            <p className="figures break-all text-ink-soft text-sm">
              {`SHA-256 ${file.sha256}${file.log_index === null ? '' : `, entry ${file.log_index.toLocaleString('en')} of the log`}`}
            </p>
            {file.used && chromatogram?.sha256 === file.sha256 ? (
              chromatogram.blank_subtracted ? (
                <p className="max-w-prose text-ink-soft text-sm">
                  A blank was subtracted, so the purity cannot be computed from this file alone.
                </p>
              ) : (
                <ComputeAgain address={addressOf(requestId, file)} chromatogram={chromatogram} />
              )
            ) : null}
          </li>
        ))}
      </ul>
    </Details>
  );
}

/** A button that computes the published purity again from the file, in the reader's browser. */
function ComputeAgain({ address, chromatogram }: { address: string; chromatogram: Chromatogram }) {
  const computing = useMutation({
    mutationFn: async () => (await import('./compute-again')).computeAgain(address, chromatogram),
  });
  const isReady = useHydrated();
  const answer = computing.error ? { isSame: false, words: computing.error.message } : computing.data;
  return (
    <div className="grid gap-3 noscript:hidden print:hidden">
      <div>
        <Button
          variant="secondary"
          disabled={!isReady}
          busy={computing.isPending}
          onClick={() => computing.mutate()}
        >
          {computing.isPending ? 'Computing…' : 'Compute the purity again, in this browser'}
        </Button>
      </div>
      <div aria-live="polite">
        {answer ? <Notice tone={answer.isSame ? 'good' : 'bad'}>{answer.words}</Notice> : null}
      </div>
    </div>
  );
}
