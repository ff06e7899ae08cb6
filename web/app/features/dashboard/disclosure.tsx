import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MyTestDetail } from '@vialproof/contract/orders';
import { parseResponse } from 'hono/client';
import { testQuery } from '../../data/orders/queries';
import { api } from '../../lib/api';
import { Toggle } from '../../ui/choices';
import { Instant } from '../../ui/figures';
import { StepError } from '../../ui/step-error';
import { Part } from './part';

/** For a private test: its owner decides whether a reader with number and key sees the values. */
export function Disclosure({ request }: { request: MyTestDetail['request'] }) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (open: boolean) =>
      parseResponse(api.me.tests[':id'].disclosure.$put({ param: { id: request.id }, json: { open } })),
    onSuccess: (detail) => queries.setQueryData(testQuery(request.id).queryKey, detail),
  });
  const isVerifiable = ['paid', 'awaiting_sample', 'received', 'complete'].includes(request.status);
  // In a group the organizer decides, so others do not see this choice.
  if (request.visibility !== 'private' || !isVerifiable || request.group_test_id) return null;
  const { open, since } = request.disclosure;
  return (
    <Part title="Who sees the values" level={3}>
      <div className="grid max-w-prose gap-2">
        <Toggle
          checked={change.isPending ? change.variables : open}
          disabled={change.isPending}
          onChange={({ target }) => change.mutate(target.checked)}
        >
          Let whoever holds the key see the values
        </Toggle>
        <p className="text-ink-soft">
          {open ? (
            <span key="open">
              {since ? (
                <span key="since">
                  Since <Instant at={since} /> whoever
                </span>
              ) : (
                <span key="always">Whoever</span>
              )}
              <span>
                {' '}
                has number and key, or scans the code of a certificate, sees its measurements, maker, batch
                and label claim on the verification page. The test stays out of the list, and who you are is
                never shown.
              </span>
            </span>
          ) : (
            <span key="closed">
              Whoever has number and key learns that the test is genuine, and for what they type of their
              paper whether it is the same; never the values themselves. Switched on, they see measurements,
              maker, batch and label claim, so that an edited copy is noticed at once. The test stays out of
              the list, and you can switch it off again.
            </span>
          )}
        </p>
        <StepError error={change.error} />
      </div>
    </Part>
  );
}
