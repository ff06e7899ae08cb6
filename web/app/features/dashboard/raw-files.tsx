import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MyTestDetail } from '@vialproof/contract/orders';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { testQuery } from '../../data/orders/queries';
import { api } from '../../lib/api';
import { fileWords } from '../../lib/file-words';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Instant } from '../../ui/figures';
import { notify } from '../../ui/toast';
import { Part } from './part';

/** The raw files of the instrument that a reviewer has released. The owner may publish them, which cannot be undone. */
export function RawFiles({ detail: { request, raw_files: files = [] } }: { detail: MyTestDetail }) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const publish = useMutation({
    mutationFn: () => parseResponse(api.me.tests[':id']['raw-files'].$post({ param: { id: request.id } })),
    onSuccess: (detail) => {
      queries.setQueryData(testQuery(request.id).queryKey, detail);
      setAsking(false);
      notify.success('Everybody can download the raw data now.');
    },
  });
  if (files.length === 0) return null;
  const isPublic = request.status === 'complete' && request.visibility === 'public';
  const isLeft = files.some((file) => file.published_at === null);
  return (
    <Part title="Raw data" level={3}>
      <p className="max-w-prose text-ink-soft">
        A reviewer has looked through these files of the instrument and released them.{' '}
        <span>
          {isPublic
            ? 'Once they are published anybody can download them and compute the purity again.'
            : 'They can be published once the test is public.'}
        </span>
      </p>
      <ul className="border-rule border-t">
        {files.map((file) => (
          <li
            key={file.sha256}
            className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-rule border-b py-3"
          >
            <span className="wrap-anywhere">
              <bdi>{file.file_name}</bdi>{' '}
              <span>{`(${fileWords({ name: file.file_name, bytes: file.size_bytes })}${file.used ? '' : ', not reported'})`}</span>
            </span>
            <span className="text-ink-soft">
              {file.published_at ? (
                <span>
                  Public since <Instant at={file.published_at} />
                </span>
              ) : (
                'Not published'
              )}
            </span>
          </li>
        ))}
      </ul>
      {isPublic && isLeft ? (
        <div>
          <Button variant="secondary" onClick={() => setAsking(true)}>
            Publish the raw data…
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Publish the raw data?"
        back="Not now"
        action="Publish for good"
        busyAction="Publishing…"
        step={publish}
        onConfirm={() => publish.mutate()}
      >
        <p>
          Everybody can then download the files as the instrument wrote them, with what they say of operator,
          instrument and method. Their SHA-256 is written into the public log.
        </p>
        <p>
          <strong className="font-medium">This cannot be undone.</strong> The files stay public, also if the
          result is amended or withdrawn.
        </p>
      </ConfirmDialog>
    </Part>
  );
}
