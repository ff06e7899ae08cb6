import type { Measurement } from '@vialproof/contract/results';
import { Toggle } from '../../ui/choices';
import { Filters } from '../../ui/filters';
import { MeasurementTable } from '../../ui/measurement-table';
import { Noted } from '../../ui/noted';
import { PrintButton } from '../../ui/print-sheet';
import { ResultFigure } from '../../ui/result-figure';
import { PictureRow } from '../../ui/stored-image';
import { Verdict, VerdictSummary } from '../../ui/verdict';
import { VialLabelSheet } from '../../ui/vial-label';

const pass: Measurement = {
  analyte: 'Purity',
  method: 'RP-HPLC-UV 214 nm',
  value: 99.1,
  unit: '% area',
  limit: '≥ 98.0',
  verdict: 'pass',
};
const fail: Measurement = {
  ...pass,
  analyte: 'Amount',
  value: 4.2,
  unit: 'mg/vial',
  limit: '4.5 to 5.5 mg/vial',
  verdict: 'fail',
};
const conditional: Measurement = {
  ...pass,
  value: '98.20',
  limit: '≥ 98.0 %',
  rule: { kind: 'at_least', of: 'value', limit: 98 },
  uncertainty: { basis: 'top_down', U: 0.4, k: 2 },
  decision_rule: 'guard_band',
  decision: 'conditional_pass',
};
const notJudged: Measurement = { ...pass, analyte: 'Water', value: 3.1, unit: '%', verdict: null };
const unlimited: Measurement = { ...notJudged, analyte: 'Appearance', limit: '' };

const label =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 62 29"><path fill="white" d="M0 0h62v29H0z"/><path d="M3 3h23v23H3z"/><text x="29" y="16" font-size="9">10001</text></svg>';

/** What a result is shown by: lines and their verdicts, pictures, labels, filters over a list. */
export function Results() {
  return (
    <div className="grid gap-8">
      <div className="grid gap-8 sm:grid-cols-3">
        <ResultFigure result={{ measurements: [pass, fail], metrics: {} }} />
        <ResultFigure result={{ measurements: [fail], metrics: {} }} />
        <ResultFigure result={{ measurements: [], metrics: { Endotoxin: '< 0.05 EU/mL' } }} />
      </div>
      <p className="flex flex-wrap gap-6">
        <Verdict line={pass} />
        <Verdict line={conditional} />
        <Verdict line={fail} />
        <Verdict line={notJudged} isLimited />
        <Verdict line={notJudged} />
        <VerdictSummary measurements={[pass]} />
        <VerdictSummary measurements={[pass, fail]} />
      </p>
      <MeasurementTable rows={[pass, conditional, fail, notJudged, unlimited]} />
      <MeasurementTable rows={[]} />
      <p className="figures max-w-72 text-right">
        <Noted notes={['mean of 3, RSD 0.1 %']}>99.10 %</Noted>
      </p>
      <div className="flex flex-wrap gap-3">
        <Filters names={['onlyPublic']} active={1}>
          <Toggle name="onlyPublic" value="true">
            Only Public
          </Toggle>
        </Filters>
        <PrintButton>Print the label</PrintButton>
      </div>
      <PictureRow
        pictures={[
          { id: 'there', url: '/share/site.png', width: 1200, height: 630 },
          { id: 'coming', url: '/api/attachments/none', width: 4, height: 3 },
        ]}
        alt="An example"
        caption={({ id }) => (id === 'there' ? 'There' : 'Still coming')}
      />
      <VialLabelSheet task={10_001} svg={label} />
    </div>
  );
}
