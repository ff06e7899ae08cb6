import { useQuery } from '@tanstack/react-query';
import type { LabChromatogram } from '@vialproof/contract/chromatograms';
import { baselineUnder } from '@vialproof/science/chromatography/baseline-lines';
import { useMemo, useState } from 'react';
import { QueryView } from '../../../ui/query-view';
import { Skeleton } from '../../../ui/states';
import { BesideProposal, useProposal } from './beside-proposal';
import { integrationOf } from './editing';
import { isWholeBaseline } from './group-baseline';
import { PeakPlot } from './peak-plot';
import { PeakTable } from './peak-table';
import { blankOverlay, pointsQuery, type TracePoints } from './points';
import { VendorTable } from './vendor-table';

/** All points of the chromatogram with its baseline and peaks. They cannot be edited. */
export default function FullTrace({
  id,
  revision,
  data,
}: {
  id: string;
  revision: number;
  data: LabChromatogram;
}) {
  const points = useQuery(pointsQuery(id, data, revision));
  return (
    <QueryView query={points} skeleton={<Skeleton className="h-110 w-full" />}>
      {(answer) => <Drawn data={data} points={answer} />}
    </QueryView>
  );
}

function Drawn({ data, points }: { data: LabChromatogram; points: TracePoints }) {
  const [selected, setSelected] = useState<number | null>(null);
  const { trace } = points;
  const edit = useMemo(() => integrationOf(data), [data]);
  const { limits, main_peak: main, baseline: kind } = edit;
  const { other, layer, button } = useProposal(points, {
    proposal: data.proposal,
    edit,
    isShown: data.limits_by === 'person',
  });
  const baseline = useMemo(
    () =>
      baselineUnder(trace, { limits, baseline: kind }, { ...points, rollingBall: () => points.rollingBall }),
    [trace, points, kind, limits],
  );
  const overlay = useMemo(() => blankOverlay(points, data), [points, data]);
  const unit = data.signal_unit ?? 'mAU';
  const purity =
    data.purity_percent === null ? 'no main peak' : `main peak ${data.purity_percent.toFixed(2)} % by area`;
  return (
    <div className="grid gap-4">
      <PeakPlot
        trace={trace}
        baseline={baseline}
        isWhole={isWholeBaseline(edit)}
        proposal={layer}
        actions={button}
        limits={limits}
        mainPeak={main}
        selected={selected}
        overlay={overlay}
        unit={unit}
        label={`Chromatogram with ${data.peaks.length} peaks, ${purity}`}
        onSelect={setSelected}
      />
      <PeakTable
        peaks={data.peaks}
        mainPeak={main}
        unit={unit}
        selected={selected}
        onSelect={(peak) => setSelected(peak === selected ? null : peak)}
      />
      <BesideProposal peaks={data.peaks} other={other} />
      <VendorTable peaks={data.vendor_peaks} />
    </div>
  );
}
