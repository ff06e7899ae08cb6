import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FILE_LIMIT } from '@vialproof/contract/file-limits';
import type { LineSpectrum, Spectrum } from '@vialproof/contract/spectra';
import { parseResponse } from 'hono/client';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { api } from '../../lib/api';
import { Button } from '../../ui/button';
import { DropZone } from '../../ui/drop-zone';
import { StepError } from '../../ui/step-error';
import { notify } from '../../ui/toast';
import { requestQuery } from '../queries';

const SpectrumFigure = lazy(() => import('../../ui/spectrum-figure'));

/**
 * The mass spectrum of a result's line. The user drops or chooses a file. It is shown beside the ions of the formula,
 * and saved with the draft.
 */
export function SpectrumField({
  analyte,
  shown,
  hasOne,
  error,
  onChange,
}: {
  analyte: string;
  /** The spectrum together with the formula in the form. */
  shown: LineSpectrum | undefined;
  hasOne: boolean;
  error: string | undefined;
  onChange: (spectrum: Spectrum | null) => void;
}) {
  const { id = '' } = useParams();
  const queries = useQueryClient();
  const step = useMutation({
    mutationFn: (file: File) =>
      parseResponse(api.lab.requests[':id'].spectra.$post({ param: { id }, form: { file } })),
    onSuccess: ({ data }, file) => {
      onChange(data);
      notify.success(`${file.name} read. Save the draft to keep it on this line.`);
      void queries.invalidateQueries({ queryKey: requestQuery(id).queryKey });
    },
  });
  return (
    <div className="grid min-w-0 gap-3">
      <span className="label">Mass spectrum</span>
      {shown ? (
        <Suspense>
          <SpectrumFigure analyte={analyte} data={shown} />
        </Suspense>
      ) : null}
      <DropZone
        label={
          step.isPending
            ? 'Uploading…'
            : hasOne
              ? 'Replace the spectrum'
              : 'Drop a mass spectrum, or choose a file'
        }
        help={`mzML, or CSV of m/z and intensity, at most ${FILE_LIMIT}. The file is kept for good.`}
        accept=".mzml,.xml,.csv,.tsv,.txt,text/csv,text/plain,application/xml"
        busy={step.isPending}
        onFiles={([file]) => step.mutate(file)}
      />
      <StepError error={step.error ?? error} />
      {hasOne ? (
        <div>
          <Button variant="secondary" size="small" onClick={() => onChange(null)}>
            Take the spectrum off this line
          </Button>
        </div>
      ) : null}
    </div>
  );
}
