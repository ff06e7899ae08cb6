import type { TimeSource } from '@vialproof/contract/injection-time';
import type { LabRequest } from '@vialproof/contract/lab';
import { counted } from '../../lib/counted';
import { type DraftFields, isBlank } from './draft-fields';
import { stepWords } from './step-words';

/** The short summary of each section, shown while it is closed. */
export const saysOf = {
  sample({ request }: LabRequest): string {
    const { compound_name, dosage_text, manufacturer, batch_code, notes } = request;
    const said = [compound_name, dosage_text, manufacturer, batch_code, notes ? 'with notes' : ''];
    return said.filter((part) => part).join(' · ') || 'Nothing stated';
  },
  photos: ({ photos }: LabRequest): string =>
    photos.length === 0
      ? 'No photo yet'
      : `${counted(photos.length, 'photo')}${photos.some(({ proposal }) => proposal) ? ', a redaction waits for a second person' : ''}`,
  trace({ draft }: LabRequest): string {
    const trace = draft?.chromatogram;
    if (!trace) return 'No trace yet';
    const purity = trace.purity_percent === null ? '' : `, main peak ${trace.purity_percent.toFixed(2)} %`;
    return `${counted(trace.peaks.length, 'peak')}${purity}`;
  },
  injections(all: readonly { used: boolean; time_source: TimeSource }[]): string {
    const used = all.filter((injection) => injection.used);
    const isUntimed = used.some(({ time_source: source }) => source === 'not_recorded');
    return `${used.length} of ${all.length} reported${isUntimed ? ', time of injection not recorded' : ''}`;
  },
  lines({ measurements }: DraftFields): string {
    const typed = measurements.filter((row) => !isBlank(row));
    if (typed.length === 0) return 'No line yet';
    const open = typed.filter(({ value }) => value.trim() === '').length;
    return `${counted(typed.length, 'line')}${open > 0 ? `, ${open} without value` : ''}`;
  },
  words: ({ title }: DraftFields): string => title.trim() || 'No title yet',
  attachments: ({ draft }: LabRequest): string =>
    counted(draft?.attachments.length ?? 0, 'file').replace(/^0 files/, 'No file'),
  revisions: ({ revisions }: LabRequest): string =>
    `${counted(revisions.length, 'revision')}, the newest ${revisions[0]?.state.replace('_', ' ')}`,
  steps({ steps }: LabRequest): string {
    const last = steps.at(-1);
    return last
      ? `${counted(steps.length, 'step')}, the last: ${stepWords(last.what).toLowerCase()}`
      : 'No step yet';
  },
};
