import type { LabChromatogram } from '@vialproof/contract/chromatograms';
import { parseResponse } from 'hono/client';
import { api } from '../../../lib/api';
import { Select } from '../../../ui/inputs';
import { StepError } from '../../../ui/step-error';
import { notify } from '../../../ui/toast';
import { useStep } from '../../use-step';

/** Chooses another detector or wavelength, if the file has several. */
export function ChannelChoice({
  id,
  data,
  hasUnsavedLimits,
}: {
  id: string;
  data: LabChromatogram;
  /** Whether the user has moved peaks without saving. This change would be lost, because the peaks are found anew. */
  hasUnsavedLimits: boolean;
}) {
  const step = useStep(id, (channel: string) =>
    parseResponse(api.lab.requests[':id'].chromatogram.channel.$post({ param: { id }, json: { channel } })),
  );
  const { channel, channels } = data;
  if (channels.length < 2) return null;
  const isKnown = channel !== null && channels.includes(channel);
  return (
    <div className="grid gap-3">
      <Select
        label="Channel of the file"
        help={
          hasUnsavedLimits
            ? 'Save the limits or undo their changes first.'
            : 'Of another channel the peaks are proposed anew; limits set by hand, and a blank, are not kept.'
        }
        value={step.isPending ? step.variables : (channel ?? '')}
        disabled={hasUnsavedLimits || step.isPending}
        onChange={({ target }) =>
          step.mutate(target.value, { onSuccess: () => notify.success('Another channel was read.') })
        }
      >
        {isKnown ? null : <option value={channel ?? ''}>{channel ?? 'Not named'}</option>}
        {channels.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
      <StepError error={step.error} />
    </div>
  );
}
