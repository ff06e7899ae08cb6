import { useMutation } from '@tanstack/react-query';
import type { LabChromatogram } from '@vialproof/contract/chromatograms';
import { warningNames } from '@vialproof/science/chromatography/trace-reasons';
import { reportingWords, uncountedWords } from '@vialproof/science/chromatography/trace-words';
import { Download } from 'lucide-react';
import { saveFile } from '../../../lib/save-file';
import { Button } from '../../../ui/button';
import { Instant } from '../../../ui/figures';
import { Notice } from '../../../ui/states';
import { StepError } from '../../../ui/step-error';
import { formatSize } from '../attachments';
import { BlankNotes } from './blank';
import { rawAddress } from './points';

const FORMATS = {
  csv: 'CSV',
  netcdf: 'ANDI/AIA netCDF',
  mzml: 'mzML',
  labsolutions: 'LabSolutions text',
  chromeleon: 'Chromeleon text',
  arw: 'Empower .arw',
};

function peakWords({ purity_percent: purity, wavelength_nm: wavelength }: LabChromatogram): string {
  const peak = purity === null ? 'No main peak' : `Main peak ${purity.toFixed(2)} % by area`;
  return wavelength === null ? peak : `${peak} at ${wavelength} nm`;
}

/** Notes about a chromatogram: warnings about its file, where it comes from, and how its areas were computed. */
export function TraceNotes({
  id,
  data,
  revision,
  isEdited = false,
}: {
  id: string;
  data: LabChromatogram;
  revision: number;
  /** Whether a field beside the note contains the reason. */
  isEdited?: boolean;
}) {
  const saving = useMutation({ mutationFn: () => saveFile(rawAddress(id, revision), data.file_name) });
  const explained = isEdited || !data.explained_warnings ? null : data.explained;
  const proposed = data.manual?.proposed_purity_percent;
  return (
    <div className="grid gap-3">
      {data.warnings.length > 0 ? (
        <Notice tone="wait">
          <ul className="grid gap-1">
            {data.warnings.map((warning) => (
              <li key={warning.text} className="wrap-anywhere">
                {warning.text}
              </li>
            ))}
          </ul>
          {explained ? (
            <p className="wrap-anywhere mt-3">
              <span className="font-medium">
                {explained.by}, <Instant at={explained.at} exact />, on {warningNames(explained.codes)}:
              </span>{' '}
              <bdi>{explained.reason}</bdi>
            </p>
          ) : null}
        </Notice>
      ) : null}
      <p className="text-ink-soft text-sm">
        <span>{`${peakWords(data)}. Integrated by ${data.method.name}, version ${data.method.version}.`}</span>
        {data.changed_by && data.changed_at ? (
          <span>
            <span>{` Limits set by ${data.changed_by}, `}</span>
            <Instant at={data.changed_at} exact />
            {data.reason ? <span className="wrap-anywhere">{`: ${data.reason}`}</span> : <span>.</span>}
          </span>
        ) : null}
        <span>
          {typeof proposed === 'number' ? ` The proposed peaks gave ${proposed.toFixed(2)} %.` : ''}
        </span>
        {[...reportingWords(data), ...uncountedWords(data.uncounted ?? [])].map((words) => (
          <span key={words}> {words}</span>
        ))}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-rule border-y py-1">
        <Button
          variant="quiet"
          icon={<Download aria-hidden="true" className="size-4 shrink-0" />}
          className="-ml-5 min-w-0 break-all text-left"
          busy={saving.isPending}
          onClick={() => saving.mutate()}
        >
          {data.file_name}
        </Button>
        <span
          className="figures text-ink-soft text-sm"
          title={`SHA-256 ${data.sha256}`}
        >{`${FORMATS[data.format]} · ${data.points.toLocaleString('en')} points · ${formatSize(data.size_bytes)} · SHA-256 ${data.sha256.slice(0, 12)}…`}</span>
      </div>
      <StepError error={saving.error} />
      <BlankNotes id={id} data={data} revision={revision} />
    </div>
  );
}
