import type { Revision } from '@vialproof/contract/lab';
import { overrideNote, valueNotes, valueWithUnit } from '@vialproof/contract/measurement-words';
import type { Measurement } from '@vialproof/contract/results';
import { DataTable } from '../../ui/data-table';
import { Noted } from '../../ui/noted';
import { Badge } from '../../ui/status-badge';
import { AttachmentList } from './attachments';
import { TraceView } from './trace-view';

function verdict(row: Measurement) {
  if (row.verdict === null) return <span className="text-ink-soft">–</span>;
  return <Badge tone={row.verdict === 'pass' ? 'good' : 'bad'}>{row.verdict.toUpperCase()}</Badge>;
}

export function MeasurementTable({ rows }: { rows: Measurement[] }) {
  if (rows.length === 0) return <p className="text-ink-soft">No measurements.</p>;
  return (
    <DataTable
      caption="Measurements"
      rows={rows.map((row, place) => ({ ...row, place }))}
      rowKey={(row) => String(row.place)}
      columns={[
        { header: 'Analyte', cell: (row) => <span className="font-medium">{row.analyte}</span> },
        { header: 'Method', cell: (row) => row.method },
        {
          header: 'Value',
          numeric: true,
          cell: (row) => <Noted notes={valueNotes(row)}>{valueWithUnit(row)}</Noted>,
        },
        { header: 'Limit', numeric: true, cell: (row) => row.limit || '–' },
        {
          header: 'Verdict',
          cell: (row) => (
            <Noted start notes={[overrideNote(row) ?? []].flat()}>
              {verdict(row)}
            </Noted>
          ),
        },
      ]}
    />
  );
}

/** A revision as it was handed in: nothing can be typed here. */
export function RevisionView({ revision }: { revision: Revision }) {
  const people = revision.contributors.map((person) => person.display_name).join(', ');
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <h3 className="font-medium text-lg">{revision.title || 'No title'}</h3>
        <p className="max-w-prose whitespace-pre-line">{revision.summary}</p>
        {people ? <p className="text-ink-soft text-sm">Worked on by {people}.</p> : null}
      </div>
      <MeasurementTable rows={revision.measurements} />
      {revision.chromatogram ? <TraceView data={revision.chromatogram} revision={revision.revision} /> : null}
      <AttachmentList attachments={revision.attachments} />
    </div>
  );
}
