import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { ApiProblem } from '../../lib/problem';
import { GroupPage } from './group-page';
import { GroupsList } from './groups-list';
import { groupQuery, groupsQuery } from './queries';

const id = '00000000-0000-4000-8000-000000000000';

/** Renders a page whose query failed with this error, as HTML. */
function failed(queryKey: readonly unknown[], error: Error, page: ReactNode): string {
  const queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  queries.getQueryCache().build(queries, { queryKey }).setState({ status: 'error', error });
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MemoryRouter>{page}</MemoryRouter>
    </QueryClientProvider>,
  );
}

describe('groups that fail to load say so', () => {
  it('the list shows the error with Try Again below its tabs', () => {
    const html = failed(
      groupsQuery({ category: 'open', page: 1 }).queryKey,
      new Error('No answer in time.'),
      <GroupsList />,
    );
    expect(html).toContain('No answer in time.');
    expect(html).toContain('Try Again');
    expect(html).toContain('Last Moment');
    expect(html).not.toContain('No tests here yet.');
  });

  it('the page of a group shows the error with Try Again, and says so if the group does not exist', () => {
    const at = (error: Error) => failed(groupQuery(id).queryKey, error, <GroupPage id={id} />);
    expect(at(new Error('No answer in time.'))).toMatch(/No answer in time\..*Try Again/);
    const missing = at(new ApiProblem(404, { code: 'not_found', detail: 'Gone' }));
    expect(missing).toContain('Test Not Found');
    expect(missing).toContain('Back to Group Tests');
    expect(missing).not.toContain('Try Again');
  });
});
