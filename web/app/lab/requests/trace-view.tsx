import type { Chromatogram as ChromatogramData } from '@vialproof/contract/results';
import { useMemo } from 'react';
import { Chromatogram } from '../../ui/chromatogram';
import { DataTable } from '../../ui/data-table';

/** The stored trace with its integrated peaks. */
export function TraceView({ data }: { data: ChromatogramData }) {
  const trace = useMemo(
    () => ({
      minutes: data.minutes,
      signal: data.signal_mau,
      peaks: data.peaks.map((peak) => ({
        minutes: peak.retention_min,
        label: peak.retention_min.toFixed(2),
      })),
    }),
    [data],
  );
  const purity =
    data.purity_percent === null ? 'No main peak' : `Purity ${data.purity_percent.toFixed(2)} % by area`;
  return (
    <div className="grid gap-4">
      <Chromatogram trace={trace} label={`Chromatogram with ${data.peaks.length} peaks, ${purity}`} />
      <p className="text-sm">
        {purity}
        {data.wavelength_nm === null ? '' : ` at ${data.wavelength_nm} nm`}. Integrated by {data.method.name},
        version {data.method.version}.
      </p>
      <DataTable
        caption="Peaks"
        rows={data.peaks.map((peak, place) => ({ ...peak, place }))}
        rowKey={(peak) => String(peak.place)}
        columns={[
          {
            header: 'Peak',
            cell: (peak) =>
              peak.place === data.main_peak ? (
                <strong className="font-medium">{peak.place + 1} (main)</strong>
              ) : (
                peak.place + 1
              ),
          },
          { header: 'Retention, min', numeric: true, cell: (peak) => peak.retention_min.toFixed(3) },
          {
            header: 'Limits, min',
            numeric: true,
            cell: (peak) => `${peak.start_min.toFixed(3)}–${peak.end_min.toFixed(3)}`,
          },
          { header: 'Height, mAU', numeric: true, cell: (peak) => peak.height_mau.toFixed(2) },
          { header: 'Area', numeric: true, cell: (peak) => peak.area.toFixed(2) },
          { header: 'Area, %', numeric: true, cell: (peak) => peak.area_percent.toFixed(3) },
        ]}
      />
    </div>
  );
}
