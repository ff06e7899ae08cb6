import { useQuery } from '@tanstack/react-query';
import type { Compound, Template } from '@vialproof/contract/methods';
import { Link } from 'react-router';
import type { PageHandle } from '../../../lib/page-handle';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { readSession, useSession } from '../../../lib/session';
import { DataTable } from '../../../ui/data-table';
import { QueryView } from '../../../ui/query-view';
import { Skeleton } from '../../../ui/states';
import { Badge } from '../../../ui/status-badge';
import { Panel } from '../../panel';
import { Authorisations } from './authorisations';
import { authorisationsQuery, compoundsQuery, templatesQuery } from './queries';

export const handle: PageHandle = { query: [] };

export const clientLoader = () =>
  loadInBrowser((queries) => [
    queries.prefetchQuery(templatesQuery),
    ...(readSession()?.user.role === 'admin' ? [queries.prefetchQuery(authorisationsQuery)] : []),
    queries.prefetchQuery(compoundsQuery),
  ]);

export const meta = signedInMeta('Methods');

/** The names of the template lines that a new draft contains. Further lines are optional. */
function contents({ lines }: Template): string {
  const current = lines.filter(({ retired }) => !retired);
  const always = current.filter(({ opens }) => opens === 'always').map(({ analyte }) => analyte);
  const offered = current.length - always.length;
  const names = always.length > 0 ? always.join(', ') : 'Nothing by itself';
  return offered > 0 ? `${names}; ${offered} more to add` : names;
}

function Row({ template }: { template: Template }) {
  return (
    <li className="grid items-center gap-x-6 gap-y-1 border-rule border-b py-3 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <Link
          to={`/lab/methods/${template.id}`}
          className="-my-1 inline-flex min-h-11 items-center font-medium underline decoration-edge underline-offset-4 hover:text-accent hover:decoration-accent"
        >
          {template.name}
        </Link>
        <p className="text-ink-soft text-sm">{contents(template)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {template.draft ? <Badge tone="wait">WAITS FOR APPROVAL</Badge> : null}
        {template.retired_at ? <Badge>RETIRED</Badge> : null}
        {template.of === 'test' && template.is_own ? <Badge>OWN LINES</Badge> : null}
      </div>
    </li>
  );
}

function Compounds({ compounds }: { compounds: Compound[] }) {
  return (
    <DataTable
      caption="Compounds"
      rows={compounds}
      rowKey={({ name }) => name}
      columns={[
        { header: 'Compound', cell: ({ name }) => <span className="font-medium">{name}</span> },
        { header: 'Formula', cell: ({ formula }) => <span className="figures break-all">{formula}</span> },
        { header: 'Average, Da', numeric: true, cell: ({ average }) => average.toFixed(2) },
        { header: 'Monoisotopic, Da', numeric: true, cell: ({ monoisotopic }) => monoisotopic.toFixed(4) },
      ]}
    />
  );
}

function Templates({ title, templates }: { title: string; templates: Template[] }) {
  if (templates.length === 0) return null;
  return (
    <Panel title={title}>
      <ul className="-my-3">
        {templates.map((template) => (
          <Row key={template.id} template={template} />
        ))}
      </ul>
    </Panel>
  );
}

/**
 * The methods with which all tests are measured. Admins propose changes, and reviewers or other admins approve them.
 */
export default function Methods() {
  const templates = useQuery(templatesQuery);
  const compounds = useQuery(compoundsQuery);
  const isAdmin = useSession()?.user.role === 'admin';
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <h1 className="display-2">Methods</h1>
        <p className="max-w-prose text-ink-soft">
          What is measured for each test, by which method, and how it is judged. A sample’s draft begins with
          these lines, so that only values are typed. An admin proposes a change, and somebody else approves
          it.
        </p>
      </div>
      <QueryView query={templates} skeleton={<Skeleton className="h-96" />}>
        {(all) => {
          const tests = all.filter((each) => each.of === 'test');
          return (
            <>
              <Templates title="Waiting for approval" templates={all.filter(({ draft }) => draft !== null)} />
              <Templates title="Families" templates={all.filter((each) => each.of === 'family')} />
              {[...new Set(tests.map(({ family }) => family))].map((family) => (
                <Templates
                  key={family}
                  title={family}
                  templates={tests.filter((each) => each.family === family)}
                />
              ))}
            </>
          );
        }}
      </QueryView>
      {isAdmin ? <Authorisations /> : null}
      {compounds.data ? (
        <Panel title="Compounds">
          <p className="max-w-prose text-ink-soft">
            A sample with one of these names gets its formula by itself. Every mass is computed from the
            formula.
          </p>
          <Compounds compounds={compounds.data} />
        </Panel>
      ) : null}
    </div>
  );
}
