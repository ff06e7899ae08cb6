import type { Requirable } from '@vialproof/contract/bench-record';
import { RECORD_LABELS } from '../../bench-text';

/** What a template may ask the bench to record, as the form and a comparison name it. */
export const REQUIRED_LABELS: Record<Requirable, string> = {
  ...RECORD_LABELS,
  measured_on: 'Day of each measurement',
  injection_time: 'Time of the injection',
  spectrum: 'Mass spectrum of each identity',
};
