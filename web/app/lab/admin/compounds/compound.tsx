import { useQuery } from '@tanstack/react-query';
import type { LabCompoundDetail } from '@vialproof/contract/compound-names';
import { parseResponse } from 'hono/client';
import { Link, useNavigate } from 'react-router';
import { api } from '../../../lib/api';
import type { PageHandle } from '../../../lib/page-handle';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { BackLink } from '../../../ui/back-link';
import { QueryView, SkeletonLines } from '../../../ui/query-view';
import { EmptyState } from '../../../ui/states';
import { Panel } from '../../panel';
import { History } from '../audit/history';
import type { Route } from './+types/compound';
import { AddName, MakeKnown, type NameFields } from './name-form';
import { Names } from './names';
import { compoundQuery, useCompoundChange } from './queries';
import { Known } from './words';

export const handle: PageHandle = { query: [] };

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(compoundQuery(params.id))]);

export const meta = signedInMeta('Compound');

const calls = api.lab['compound-names'][':id'];

function Screen({ compound, asked }: { compound: LabCompoundDetail; asked: string }) {
  const navigate = useNavigate();
  const { id, name, slug, known, version, names } = compound;
  const param = { id };
  const give = useCompoundChange(asked, async (fields: NameFields) => {
    const answer = await parseResponse(calls.$put({ param, json: { ...fields, version } }));
    // If the old name was removed, the server may answer with another spelling as the id.
    if (answer.data.id !== id) void navigate(`/lab/compounds/${answer.data.id}`, { replace: true });
    return answer;
  });
  const take = useCompoundChange(asked, (folded: string) =>
    parseResponse(calls['take-away'].$post({ param, json: { folded, version } })),
  );
  return (
    <div className="grid min-w-0 grid-cols-1 gap-8">
      <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <h1 className="display-2 wrap-anywhere min-w-0">
          <bdi>{name}</bdi>
        </h1>
        <Known known={known} />
      </header>
      <Panel title="Names">
        <Names compound={compound} take={take} />
      </Panel>
      {known ? (
        <Panel title="Add a name">
          <AddName step={give} />
        </Panel>
      ) : (
        <Panel title="Say what it is">
          <p className="max-w-prose text-ink-soft">
            Only customers wrote it. Where it is another name of a known compound, add it at{' '}
            <Link to="/lab/compounds?state=known" className="link">
              that compound
            </Link>
            .
          </p>
          <MakeKnown key={name} name={name} step={give} />
        </Panel>
      )}
      {slug && names.some(({ tests }) => tests > 0) ? (
        <p>
          <Link to={`/compounds/${slug}`} className="link">
            The public page
          </Link>
        </p>
      ) : null}
      <section className="grid min-w-0 grid-cols-1 gap-4">
        <h2 className="display-3">What was done</h2>
        <History subjectId={id} nothing="Nobody has changed these names yet." />
      </section>
    </div>
  );
}

/** The page of one compound: its names, forms that add a name, and buttons that remove one. */
export default function Compound({ params }: Route.ComponentProps) {
  const compound = useQuery(compoundQuery(params.id));
  return (
    <div className="grid min-w-0 grid-cols-1 gap-6">
      <BackLink to="/lab/compounds">Compounds</BackLink>
      <QueryView
        query={compound}
        heading="Compound"
        skeleton={<SkeletonLines lines={4} height="h-24" />}
        absent={<EmptyState title="There is no such compound" />}
      >
        {(data) => <Screen key={data.id} compound={data} asked={params.id} />}
      </QueryView>
    </div>
  );
}
