import { traceNotes } from '@vialproof/science/chromatography/trace-words';
import { thisInjectionWords } from '@vialproof/science/measurement/replicate-words';
import { runSentence } from '@vialproof/science/measurement/run-words';
import { isTracedPurity } from '@vialproof/science/measurement/traced-purity';
import type { CertificateData } from './certificate-data.ts';

/** The printed words about a chromatogram. */
export type ChromatogramWords = {
  title: string;
  unit: string;
  /** The purity of the chromatogram; null if a line of the result states it. */
  share: { name: string; percent: string } | null;
  note: string;
  alt: string;
  /** Explains the grey parts of the drawing. */
  grey: string;
  peaks: string[][];
  morePeaks: string | null;
};
const MOST_PEAKS = 20;

export function chromatogramWords(
  chromatogram: NonNullable<CertificateData['chromatogram']>,
  measurements: CertificateData['measurements'],
): ChromatogramWords {
  const {
    peaks,
    main_peak: main,
    purity_percent: purity,
    wavelength_nm: wavelength,
    method,
    uncounted = [],
  } = chromatogram;
  const isNoPurity = chromatogram.signal_unit === 'counts';
  // A purity is printed only once: in its line of the result, if it has one.
  const isSaid = measurements.some((line) => isTracedPurity(line) && line.trace_override === undefined);
  const unit = chromatogram.signal_unit ?? 'mAU';
  const at = detectionWords(chromatogram);
  const share = isNoPurity
    ? `Share of the ${at}, which is no purity by UV: main peak / total area of the peaks.`
    : `${isSaid ? 'Purity' : 'Share'} by area: main peak / total area of the peaks${wavelength === null ? '' : ', at this wavelength'}.`;
  const none = peaks.length === 0 ? 'No peak was found.' : 'No main peak was named.';
  // If a chromatogram has many peaks, only the largest are listed.
  const listed = peaks
    .map((peak, index) => ({ peak, number: index + 1, isMain: index === main }))
    .toSorted((a, b) => b.peak.area - a.peak.area)
    .slice(0, MOST_PEAKS)
    .toSorted((a, b) => a.number - b.number);
  const more = peaks.length - listed.length;
  return {
    title: `${at.charAt(0).toUpperCase()}${at.slice(1)}`,
    unit,
    share:
      purity === null || isNoPurity || isSaid
        ? null
        : { name: 'Main peak', percent: `${purity.toFixed(2)} %` },
    note: [
      `${purity === null ? none : share} Integration: ${method.name}, version ${method.version}.`,
      runSentence(chromatogram),
      ...[thisInjectionWords(chromatogram, measurements) ?? []].flat(),
      ...traceNotes(chromatogram),
    ]
      .filter(Boolean)
      .join(' '),
    grey: uncounted.length === 0 ? '' : ', grey: not counted',
    alt:
      `Chromatogram, ${at}: detector signal in ${unit} against time in minutes, ${peaks.length} peaks${uncounted.length === 0 ? '' : `, and ${uncounted.length} in grey that ${uncounted.length === 1 ? 'is' : 'are'} not counted`}.` +
      (main === null
        ? ''
        : ` The main peak elutes at ${peaks[main]?.retention_min.toFixed(2)} min. The peaks are listed in the table below.`),
    peaks: listed.map(({ peak, number, isMain }) => [
      isMain ? `${number} (main)` : String(number),
      peak.retention_min.toFixed(3),
      `${peak.start_min.toFixed(3)}–${peak.end_min.toFixed(3)}`,
      peak.area.toFixed(4),
      peak.area_percent.toFixed(2),
    ]),
    morePeaks:
      more > 0 ? `${more} smaller ${more === 1 ? 'peak is' : 'peaks are'} in the attached data.` : null,
  };
}

/** How the detector is described. Only an absorbance is certain. */
function detectionWords({
  signal_unit: unit = 'mAU',
  total_ion_current: isIonCurrent,
  wavelength_nm: wavelength,
}: NonNullable<CertificateData['chromatogram']>): string {
  if (isIonCurrent) return 'total ion current';
  if (unit !== 'mAU' && unit !== 'mV') return 'detector signal';
  if (wavelength !== null) return `UV detection at ${wavelength} nm`;
  return unit === 'mV' ? 'detector signal' : 'UV detection';
}
