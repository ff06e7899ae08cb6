import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PictureRow } from './stored-image';

const PICTURE = { id: '1', url: '/api/lab/photos/1', width: 800, height: 600 };

/** The row without a reload of its picture; `failed`: the picture failed to load. */
function rowOf(failed: boolean): string {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  const query = client.getQueryCache().build(client, { queryKey: ['file', PICTURE.url] });
  if (failed) query.setState({ status: 'error', error: new Error('away'), fetchStatus: 'idle' });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PictureRow pictures={[PICTURE]} alt="The vial" caption={() => 'Photo 1'} />
    </QueryClientProvider>,
  );
}

it('a picture that failed to load says so and can be loaded again', () => {
  expect(rowOf(true)).toMatch(/role="alert".*This picture did not load\..*Try Again/);
  expect(rowOf(false)).not.toContain('alert');
});
