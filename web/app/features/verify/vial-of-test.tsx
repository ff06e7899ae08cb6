import { useQuery } from '@tanstack/react-query';
import { compareBatches } from '@vialproof/contract/batch-compare';
import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';
import { VialCheck } from './vial-check';

/** Compares a vial with the batch of a public test; nothing where the test names no batch. */
export function VialOfTest({ id }: { id: string }) {
  const test = useQuery({
    queryKey: ['verify', 'batch', id],
    queryFn: async ({ signal }) => {
      const { data } = await parseResponse(api.tests[':id'].$get({ param: { id } }, { init: { signal } }));
      return data.batch_code;
    },
  });
  const batch = test.data;
  if (!batch) return null;
  return <VialCheck batch={batch} compare={async (typed) => compareBatches(typed, batch)} />;
}
