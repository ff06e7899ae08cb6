import type { Requirable } from '@vialproof/contract/bench-record';
import { RECORD_LABELS } from '../../bench-text';

/** The labels of the records that a template may require. */
export const REQUIRED_LABELS: Record<Requirable, string> = {
  ...RECORD_LABELS,
  measured_on: 'Day of each measurement',
  injection_time: 'Time of the injection',
  spectrum: 'Mass spectrum of each identity',
};
