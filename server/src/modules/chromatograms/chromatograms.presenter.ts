import type { LabChromatogram } from '@vialproof/contract/chromatograms';
import type { Chromatogram } from '@vialproof/contract/results';
import type { Trace } from '@vialproof/contract/trace';
import type { ChromatogramFacts, ChromatogramRow } from './chromatograms.tables.ts';
import { unpackTrace } from './rules/trace-bytes.ts';

/** A trace as pages draw it: `drawn` is thinned to at most 1,500 points. */
export function presentChromatogram(row: ChromatogramFacts, drawn: Trace): Chromatogram {
  return { ...drawn, ...presentFacts(row) };
}

/** A trace with every point. */
export function presentFullChromatogram(row: ChromatogramRow): Chromatogram {
  const { minutes, signal_mau: signal } = unpackTrace(row.trace);
  return { minutes: Array.from(minutes), signal_mau: Array.from(signal), ...presentFacts(row) };
}

/** All that is published of a trace but its points. */
export function presentFacts(
  row: Omit<ChromatogramRow, 'trace'>,
): Omit<Chromatogram, 'minutes' | 'signal_mau'> {
  return {
    signal_unit: row.signalUnit,
    wavelength_nm: row.wavelengthNm,
    peaks: row.peaks,
    main_peak: row.mainPeak,
    purity_percent: row.purityPercent,
    method: { name: row.method.name, version: row.method.version },
    baseline: row.baseline,
    sha256: row.sha256,
    ...(row.method.reporting ? { reporting: row.method.reporting } : {}),
    ...(row.uncounted && row.uncounted.length > 0 ? { uncounted: row.uncounted } : {}),
    ...(row.injections ? { injections: row.injections } : {}),
    ...(row.reason === null
      ? {}
      : { manual: { reason: row.reason, proposed_purity_percent: row.proposedPurity } }),
    ...(row.historySince ? { history_since: row.historySince.toISOString() } : {}),
  };
}

/** A trace as staff see it, thinned like the public one. */
export function presentLabChromatogram(
  row: ChromatogramFacts,
  drawn: Trace,
  nameOf: (id: string) => { display_name: string },
): LabChromatogram {
  const { instrument } = row;
  return {
    ...presentChromatogram(row, drawn),
    version: row.version,
    file_name: row.fileName,
    size_bytes: row.sizeBytes,
    format: row.format,
    points: row.points,
    warnings: [...row.warnings.map((text) => ({ code: 'file', text })), ...row.fileWarnings, ...row.noticed],
    vendor_peaks: row.vendorPeaks,
    baseline: row.baseline,
    limits_by: row.limitsBy,
    changed_by: row.changedBy === null ? null : nameOf(row.changedBy).display_name,
    changed_at: row.changedAt?.toISOString() ?? null,
    reason: row.reason,
    proposal: row.proposal,
    instrument: instrument && {
      limits: instrument.limits,
      main_peak: instrument.main_peak,
      baseline: 'instrument',
    },
  };
}
