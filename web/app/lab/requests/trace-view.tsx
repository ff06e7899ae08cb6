import type { LabChromatogram } from '@vialproof/contract/chromatograms';
import { useMemo, useState } from 'react';
import { matchPath, useLocation } from 'react-router';
import { Chromatogram } from '../../ui/chromatogram';
import { chromatogramTrace } from '../../ui/trace';
import { PeakTable } from './chromatogram/peak-table';
import { TraceNotes } from './chromatogram/trace-notes';
import { VendorTable } from './chromatogram/vendor-table';

/** The stored chromatogram of a result with its peaks. It cannot be edited. */
export function TraceView({ data, revision }: { data: LabChromatogram; revision: number }) {
  const id = matchPath('/lab/requests/:id', useLocation().pathname)?.params.id ?? '';
  const [active, setActive] = useState<number | null>(null);
  const [near, setNear] = useState<{ peak: number } | null>(null);
  const unit = data.signal_unit ?? 'mAU';
  const trace = useMemo(() => chromatogramTrace(data), [data]);
  const purity =
    data.purity_percent === null ? 'no main peak' : `main peak ${data.purity_percent.toFixed(2)} % by area`;
  return (
    <div className="grid gap-4">
      <Chromatogram
        trace={trace}
        label={`Chromatogram with ${data.peaks.length} peaks, ${purity}`}
        link={{ active, onActive: setActive, near }}
      />
      <TraceNotes id={id} data={data} revision={revision} />
      <PeakTable
        peaks={data.peaks}
        mainPeak={data.main_peak}
        unit={unit}
        selected={active}
        onSelect={(peak) => {
          setActive(peak);
          setNear({ peak });
        }}
      />
      <VendorTable peaks={data.vendor_peaks} />
    </div>
  );
}
