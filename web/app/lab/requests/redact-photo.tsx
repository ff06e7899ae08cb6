import { useQueryClient } from '@tanstack/react-query';
import type { LabPhoto } from '@vialproof/contract/lab';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../lib/api';
import { Button } from '../../ui/button';
import { ReasonDialog } from '../reason-dialog';
import { useStep } from '../use-step';

/** An admin's way to take an address or a face out of a photo: the original is destroyed. */
export function RedactPhoto({ id, photo }: { id: string; photo: LabPhoto }) {
  const [isAsking, setAsking] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const queries = useQueryClient();
  const redact = useStep(id, async (reason: string) => {
    if (!file) throw new Error('Choose the redacted copy.');
    const answer = await parseResponse(
      api.lab.requests[':id'].photos[':photo_id'].redacted.$put({
        param: { id, photo_id: photo.id },
        query: { reason },
        form: { file },
      }),
    );
    void queries.invalidateQueries({ queryKey: ['file', photo.url] });
    return answer;
  });
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="-ml-3 min-h-11 justify-self-start"
        onClick={() => {
          redact.reset();
          setFile(null);
          setAsking(true);
        }}
      >
        Replace by a redacted copy…
      </Button>
      <ReasonDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Replace this photo by a redacted copy?"
        missing="Say what the photo showed."
        action="Destroy the original"
        busyAction="Replacing…"
        danger
        done="The copy stands in its place. The original is being destroyed."
        step={redact}
      >
        <p>
          Choose a copy in which addresses, faces or names cannot be seen.{' '}
          <strong className="font-medium">This destroys the original for ever.</strong> Its SHA-256, your name
          and the reason stay.
        </p>
        <label className="grid gap-1">
          <span className="label">Redacted copy</span>
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp"
            className="min-h-11 w-full min-w-0 text-sm"
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        </label>
      </ReasonDialog>
    </>
  );
}
