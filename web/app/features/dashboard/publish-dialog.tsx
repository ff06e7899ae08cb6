import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TestRequest } from '@vialproof/contract/orders';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { mine, testQuery } from '../../data/orders/queries';
import { api } from '../../lib/api';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { notify } from '../../ui/toast';
import { Part } from './part';

/** A button that makes a completed private test public, which cannot be undone. */
export function PublishAction({ request }: { request: TestRequest }) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const publish = useMutation({
    mutationFn: () =>
      parseResponse(api.me.tests[':id']['publish-publicly'].$post({ param: { id: request.id } })),
    onSuccess: (detail) => {
      queries.setQueryData(testQuery(request.id).queryKey, detail);
      void queries.invalidateQueries({ queryKey: mine });
      setAsking(false);
      notify.success('This test is public now.');
    },
  });
  // A test of a group is as public or private as its group.
  const isOpenable = request.status === 'complete' && request.visibility === 'private';
  if (!isOpenable || request.group_test_id) return null;
  const named: [string | null, string][] = [
    [request.compound_name, 'compound'],
    [request.dosage_text, 'dosage'],
    [request.manufacturer, 'maker'],
    [request.batch_code, 'batch'],
  ];
  const said = named.flatMap(([given, word]) => (given ? [word] : [])).join(', ');
  return (
    <Part title="Make this test public" level={3}>
      <p className="max-w-prose text-ink-soft">
        Only you see this result. You can show it to everybody: it then stands in the list of tests, with its
        certificate.
      </p>
      <div>
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Make public…
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Make task #${request.task_number} public?`}
        back="Keep it private"
        action="Make it public for good"
        busyAction="Publishing…"
        step={publish}
        onConfirm={() => publish.mutate()}
      >
        <p>
          <span>Everybody can then read the result, its measurements</span>
          {said ? <span>{`, ${said} as you named them`}</span> : null}
          <span>
            {' '}
            and the certificate, whose QR code holds the key that verifies it. Who you are and your notes are
            never shown.
          </span>
        </p>
        <p>
          <strong className="font-medium">This cannot be undone.</strong> Other people may have read and saved
          it by the time you change your mind, so a public test stays public. The price stays as it was paid.
        </p>
      </ConfirmDialog>
    </Part>
  );
}
