import type * as chromatography from '@vialproof/science/chromatography/types';
import type * as measurement from '@vialproof/science/measurement/types';
import type * as spectrometry from '@vialproof/science/spectrometry/types';
import { expectTypeOf, test } from 'vitest';
import type { BenchRecord } from './bench-record.ts';
import type { AmendmentChange } from './certificate-file.ts';
import type { Integration, IntegrationOptions, TraceWarning, VendorPeak } from './chromatograms.ts';
import type { Reporting, UncountedPeak, Window } from './reporting.ts';
import type * as results from './results.ts';
import type { LineSpectrum, Spectrum, TheoreticalIon } from './spectra.ts';
import type { NumberReadings } from './thousands.ts';
import type { Uncertainty } from './uncertainty.ts';

// The compiler checks this. A field that is missing on one side would be lost.
test('each schema in contract/ has the same fields as the type of the same name in science/', () => {
  expectTypeOf<results.Rule>().toEqualTypeOf<measurement.Rule>();
  expectTypeOf<results.MeasurementInput>().toEqualTypeOf<measurement.MeasurementInput>();
  expectTypeOf<results.Measurement>().branded.toEqualTypeOf<measurement.Measurement>();
  expectTypeOf<results.Computed>().toEqualTypeOf<measurement.Computed>();
  expectTypeOf<results.Overall>().toEqualTypeOf<measurement.Overall>();
  expectTypeOf<results.Result['purity']>().toEqualTypeOf<measurement.PurityFigure | null>();
  expectTypeOf<Uncertainty>().toEqualTypeOf<measurement.Uncertainty>();
  expectTypeOf<BenchRecord>().toEqualTypeOf<measurement.BenchRecord>();
  expectTypeOf<AmendmentChange>().toEqualTypeOf<measurement.AmendmentChange>();
  expectTypeOf<results.Peak>().toEqualTypeOf<chromatography.Peak>();
  expectTypeOf<results.RunNote>().toEqualTypeOf<chromatography.RunNote>();
  expectTypeOf<results.ExplainedWarnings>().toEqualTypeOf<chromatography.ExplainedWarnings>();
  expectTypeOf<Integration>().toEqualTypeOf<chromatography.Integration>();
  expectTypeOf<IntegrationOptions>().toEqualTypeOf<chromatography.IntegrationOptions>();
  expectTypeOf<TraceWarning>().toEqualTypeOf<chromatography.TraceWarning>();
  expectTypeOf<VendorPeak>().toEqualTypeOf<chromatography.VendorPeak>();
  expectTypeOf<Reporting>().toEqualTypeOf<chromatography.Reporting>();
  expectTypeOf<UncountedPeak>().toEqualTypeOf<chromatography.UncountedPeak>();
  expectTypeOf<Window>().toEqualTypeOf<chromatography.Window>();
  expectTypeOf<NumberReadings>().toEqualTypeOf<chromatography.NumberReadings>();
  expectTypeOf<Spectrum>().toEqualTypeOf<spectrometry.Spectrum>();
  expectTypeOf<TheoreticalIon>().toEqualTypeOf<spectrometry.TheoreticalIon>();
  expectTypeOf<LineSpectrum>().branded.toEqualTypeOf<spectrometry.LineSpectrum>();
});
