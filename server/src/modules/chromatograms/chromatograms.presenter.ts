import type { LabChromatogram } from '@vialproof/contract/chromatograms';
import type { Chromatogram } from '@vialproof/contract/results';
import { isoOf } from '@vialproof/science/calendar/dates';
import { statedWindow } from '@vialproof/science/chromatography/counted-peaks';
import type { Trace } from '@vialproof/science/chromatography/trace';
import {
  standingReason,
  standingWarnings,
  unexplainedCodes,
} from '@vialproof/science/chromatography/trace-reasons';
import type { ChromatogramFacts, StoredChromatogram } from './chromatograms.tables.ts';
import { instrumentOf } from './rules/instrument.ts';
import { replicatesOf } from './rules/replicates.ts';
import { unpackTrace } from './rules/trace-bytes.ts';

/** A chromatogram for drawing, with at most 1,500 points. */
export function presentChromatogram(row: ChromatogramFacts, drawn: Trace): Chromatogram {
  return { ...drawn, ...presentFacts(row), window: windowIn(row, drawn) };
}

/** A chromatogram with all of its points. */
export function presentFullChromatogram(row: StoredChromatogram): Chromatogram {
  const { minutes, signal_mau: signal } = unpackTrace(row.trace);
  const trace = { minutes: Array.from(minutes), signal_mau: Array.from(signal) };
  return { ...trace, ...presentFacts(row), window: windowIn(row, trace) };
}

const windowIn = (row: ChromatogramFacts, trace: Pick<Trace, 'minutes'>) =>
  statedWindow(row.method, trace, row.peaks);

/** What is published about a chromatogram, without its points. */
export function presentFacts(row: ChromatogramFacts): Omit<Chromatogram, 'minutes' | 'signal_mau'> {
  const explained = standingReason(standingWarnings(row), row.explained);
  return {
    signal_unit: row.signalUnit,
    // In mzML files, only a sum of all ions is measured in counts.
    ...(row.signalUnit === 'counts' && row.format === 'mzml' ? { total_ion_current: true } : {}),
    wavelength_nm: row.wavelengthNm,
    ...(row.channel === null ? {} : { channel: row.channel }),
    ...(row.thousands === null ? {} : { thousands: row.thousands }),
    peaks: row.peaks,
    main_peak: row.mainPeak,
    purity_percent: row.purityPercent,
    method: { name: row.method.name, version: row.method.version },
    baseline: row.baseline,
    sha256: row.sha256,
    ...(row.method.reporting ? { reporting: row.method.reporting } : {}),
    ...(row.uncounted.length > 0 ? { uncounted: row.uncounted } : {}),
    ...(row.run ?? {}),
    ...(row.injections ? { injections: row.injections } : {}),
    ...(row.reason === null
      ? {}
      : { manual: { reason: row.reason, proposed_purity_percent: row.proposedPurity } }),
    ...(explained ? { explained_warnings: explained } : {}),
    ...(row.isSubtracted && row.blank ? { blank_subtracted: { sha256: row.blank.sha256 } } : {}),
  };
}

/** A chromatogram for staff. It has as few points as the public one. */
export function presentLabChromatogram(
  row: ChromatogramFacts,
  drawn: Trace,
  nameOf: (id: string) => { display_name: string },
): LabChromatogram {
  const instrument = instrumentOf(row);
  const standing = standingWarnings(row);
  const nameIn = (id: string | null) => (id === null ? null : nameOf(id).display_name);
  return {
    ...presentChromatogram(row, drawn),
    replicates: replicatesOf(row).map(({ injection_id, file_name, sha256, purity_percent, problem }) => ({
      injection_id,
      file_name,
      sha256,
      purity_percent,
      problem,
    })),
    version: row.version,
    file_name: row.fileName,
    size_bytes: row.sizeBytes,
    format: row.format,
    channel: row.channel,
    channels: row.channels,
    points: row.points,
    warnings: [...row.fileWarnings, ...standing],
    unexplained: unexplainedCodes(standing, row.explained),
    explained: row.explained && { ...row.explained, by: nameOf(row.explained.by).display_name },
    blank: row.blank && {
      file_name: row.blank.fileName,
      sha256: row.blank.sha256,
      size_bytes: row.blank.sizeBytes,
      subtracted: row.isSubtracted,
      changed_by: nameIn(row.blankBy),
      changed_at: isoOf(row.blankAt),
    },
    vendor_peaks: row.vendorPeaks,
    baseline: row.baseline,
    limits_by: row.limitsBy,
    changed_by: nameIn(row.changedBy),
    changed_at: isoOf(row.changedAt),
    reason: row.reason,
    proposal: row.proposal,
    instrument: instrument && {
      limits: instrument.limits,
      main_peak: instrument.main_peak,
      baseline: 'instrument',
    },
  };
}
