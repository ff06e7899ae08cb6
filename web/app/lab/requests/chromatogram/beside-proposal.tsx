import type { Integration } from '@vialproof/contract/chromatograms';
import type { Peak } from '@vialproof/contract/results';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button';
import { isSame } from './editing';
import type { TracePoints } from './points';
import { compareWithProposal, type MeasuredProposal, measureProposal } from './proposal';

/** The automatic peaks beside the user's peaks, if they differ. `isShown`: they are drawn from the start. */
export function useProposal(
  points: TracePoints,
  { proposal, edit, isShown = false }: { proposal: Integration | null; edit: Integration; isShown?: boolean },
) {
  const [isDrawn, setDrawn] = useState(isShown);
  const measured = useMemo(() => proposal && measureProposal(points, proposal), [points, proposal]);
  const other = measured && proposal && !isSame(edit, proposal) ? measured : null;
  return {
    other,
    layer: isDrawn && other ? other.layer : null,
    button: other ? (
      <Button
        variant="quiet"
        size="small"
        aria-pressed={isDrawn}
        onClick={() => setDrawn(!isDrawn)}
        className="aria-pressed:bg-accent-soft"
      >
        Draw the proposal
      </Button>
    ) : null,
  };
}

const head = 'label py-2 pl-4 text-right font-normal';
const figure = 'figures py-2 pl-4 text-right';
const share = (percent: number | null) => (percent === null ? 'none' : percent.toFixed(3));

/** The area of each peak in per cent: the user's peaks and the automatic ones. */
export function BesideProposal({ peaks, other }: { peaks: Peak[]; other: MeasuredProposal | null }) {
  const rows = useMemo(() => compareWithProposal(peaks, other?.peaks ?? []), [peaks, other]);
  if (!other) return null;
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">Beside the proposal</h3>
      <p className="max-w-prose text-ink-soft text-sm">
        Each peak’s share of the area as it is set here, and as this software proposed it. “Draw the proposal”
        puts its limits and baselines over the trace as thin dashed lines.
      </p>
      <table className="w-full max-w-2xl border-collapse text-left text-sm">
        <caption className="sr-only">Beside the proposal</caption>
        <thead>
          <tr className="border-edge border-b">
            <th scope="col" className="label py-2 font-normal">
              Peak
            </th>
            <th scope="col" className={head}>
              min
            </th>
            <th scope="col" className={head}>
              Set, %
            </th>
            <th scope="col" className={head}>
              Proposed, %
            </th>
            <th scope="col" className={`${head} max-sm:hidden`}>
              Difference
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ minutes, place, set, proposed, count }) => {
            const difference = (set ?? 0) - (proposed ?? 0);
            const isOther = Math.abs(difference) >= 0.0005;
            return (
              <tr key={`${place} ${minutes}`} className="border-rule border-b">
                <td className={place === null ? 'text-bad' : 'figures'}>
                  {place === null ? 'not integrated' : place + 1}
                </td>
                <td className={figure}>{minutes.toFixed(2)}</td>
                <td className={figure}>{share(set)}</td>
                <td className={figure}>
                  {share(proposed)}
                  {count > 1 ? <span className="font-sans text-ink-soft">{` in ${count} peaks`}</span> : null}
                </td>
                <td className={`${figure} max-sm:hidden ${isOther ? 'font-medium' : 'text-ink-soft'}`}>
                  {isOther ? `${difference > 0 ? '+' : '−'}${Math.abs(difference).toFixed(3)}` : 'same'}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
