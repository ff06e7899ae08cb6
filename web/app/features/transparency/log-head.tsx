import { useQuery } from '@tanstack/react-query';
import type { PublicLog, PublicLogEntry } from '@vialproof/contract/transparency';
import { CopyButton } from '../../ui/copy-button';
import { DataTable, Facts } from '../../ui/data-table';
import { Details } from '../../ui/details';
import { Instant } from '../../ui/figures';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { logQuery } from './queries';

const events = { issued: 'Issued', superseded: 'Replaced', retracted: 'Withdrawn' } as const;

function wordsOf(entry: PublicLogEntry): string {
  if (entry.type === 'registered') return `Sample registered as ${entry.visibility}`;
  if (entry.type === 'file') return 'Raw file published';
  return `${events[entry.type]}, revision ${entry.revision}`;
}

/** How many entries stand above the explanation of the log. The others are in a closed part. */
const shown = 4;

/** The current public log: its length, when it was signed, and its newest entries. */
export function LogHead() {
  return <QueryView query={useQuery(logQuery())}>{(log) => <Log log={log} />}</QueryView>;
}

function Log({ log: data }: { log: PublicLog }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <Facts
        items={[
          { label: 'Entries', value: data.size.toLocaleString('en'), figures: true },
          { label: 'Last signed', value: <Instant at={data.signed_at} exact /> },
        ]}
      />
      {data.entries.length === 0 ? (
        <EmptyState title="Nothing is written yet">
          The first sample that is taken in will be the first entry.
        </EmptyState>
      ) : (
        <div>
          <Entries caption="The newest entries" showCaption rows={data.entries.slice(0, shown)} />
          {data.entries.length > shown ? (
            <Details level={2} title="Earlier entries">
              <Entries caption="Earlier entries" rows={data.entries.slice(shown)} />
            </Details>
          ) : null}
        </div>
      )}
    </div>
  );
}

function Entries(table: { caption: string; showCaption?: boolean; rows: PublicLogEntry[] }) {
  return (
    <DataTable
      {...table}
      rowKey={(row) => String(row.index)}
      columns={[
        {
          header: 'Entry',
          cell: (row) => <span className="figures">{row.index.toLocaleString('en')}</span>,
        },
        { header: 'What happened', cell: wordsOf },
        { header: 'When', cell: (row) => <Instant at={row.at} exact /> },
        {
          header: 'Fingerprint of the file',
          cell: (row) =>
            'sha256' in row ? (
              <span className="figures" title={`SHA-256 ${row.sha256}`}>{`${row.sha256.slice(0, 16)}…`}</span>
            ) : (
              'no file'
            ),
        },
      ]}
    />
  );
}

/** The fingerprints of the keys, in the format of `npm run verify`, so that readers can compare them. */
function Fingerprints({ authorities, log_keys }: PublicLog['fingerprints']) {
  const rows = [
    ...authorities.map((print) => ({ kind: 'Authority (its root certificate)', print })),
    ...log_keys.map((print) => ({ kind: 'Log key', print })),
  ];
  return (
    <div>
      <p>
        Keys are compared by their SHA-256: of the root certificate’s DER, and of the 32 bytes of the log’s
        public key. <code>npm run verify</code> prints the same.
      </p>
      <dl className="mt-3 grid gap-3">
        {rows.map(({ kind, print }) => (
          <div key={print}>
            <dt className="label flex items-center gap-1">
              {kind} <CopyButton text={print} label="Copy the fingerprint" />
            </dt>
            <dd className="figures break-all text-sm">{print}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** For programs that read the public log: its signed state, its addresses, and its key. */
export function ForMonitors() {
  const { data } = useQuery(logQuery());
  const key = data?.verifier_keys.at(-1);
  return (
    <div className="prose">
      {data ? (
        <div>
          <p className="label flex items-center gap-1">
            <span>{`Root of the tree of ${data.origin}`}</span>
            <CopyButton text={data.checkpoint} label="Copy the signed head" />
          </p>
          <p className="figures break-all text-sm">{data.root}</p>
        </div>
      ) : null}
      <p>
        The log is served as C2SP tlog-tiles: the signed head at{' '}
        <a href="/checkpoint">
          <code>/checkpoint</code>
        </a>
        , the tree’s hashes at <code>/tile/</code>, the entries at <code>/tile/entries/</code>. Any monitor or
        witness of that kind can follow it. Please do: a log that nobody watches could show two faces.
      </p>
      {key ? (
        <p>
          Heads are signed with the key <code className="break-all">{key}</code>{' '}
          <CopyButton text={key} label="Copy the key" />
        </p>
      ) : null}
      {data ? <Fingerprints {...data.fingerprints} /> : null}
      <p>
        <a href="/api/log/keys">Download all keys</a>: of the log, of every signature, and of the authority
        above them. Keep that file where we cannot change it.
      </p>
    </div>
  );
}
