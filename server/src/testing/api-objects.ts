import { type laboratory, must, traceOf } from './lab.ts';
import { telephonePhoto } from './photos.ts';
import type { TestApp } from './test-app.ts';

type Laboratory = Awaited<ReturnType<typeof laboratory>>;

/** What the OpenAPI document says about each call. */
export async function declaredBy(app: TestApp) {
  type Operation = { 'x-who'?: string; 'x-step-up'?: string; 'x-audited'?: string };
  const { body } = await app.request<{ paths: Record<string, Record<string, Operation>> }>(
    '/api/openapi.json',
  );
  return Object.entries(body.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({
      call: `${verb.toUpperCase()} ${path}`,
      who: operation['x-who'],
      stepUp: operation['x-step-up'],
      audited: operation['x-audited'],
    })),
  );
}

/** A public group of the owner, long before its deadline. */
export async function groupOf(app: TestApp, token: string) {
  const { body } = await app.request<{ test: { id: string } }>('/api/group-tests', {
    json: {
      title: 'Access',
      test_type: 'semaglutide',
      deadline_at: new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
      min_participants: 15,
      est_test_cost_cents: 30_000,
    },
    token,
  });
  return body.test;
}

/** A published private result of the owner, with everything around it. */
export async function resultOf(app: TestApp, lab: Laboratory) {
  const { id } = await lab.received({ visibility: 'private' });
  const subject = { id };
  await must(lab.save(lab.analyst, subject));
  await must(lab.chromatogram(lab.analyst, subject));
  await must(lab.blank(lab.analyst, subject, traceOf('blank')));
  await must(lab.attach(lab.analyst, subject, 'a,b\n1,2\n', 'a.csv'));
  const { photos, draft } = await must(lab.photo(lab.analyst, subject, await telephonePhoto()));
  await must(lab.submit(lab.analyst, subject));
  await must(lab.publish(lab.reviewer, subject));
  await app.jobs.drain();
  const { body: billing } = await app.request<{ items: { id: string }[] }>('/api/me/payments', {
    token: lab.customer.token,
  });
  const { body: events } = await app.request<{ data: { id: string }[] }>('/api/lab/webhooks', {
    token: lab.admin.token,
  });
  return {
    id,
    attachmentId: draft?.attachments[0]?.id ?? '',
    photoId: photos[0]?.id ?? '',
    paymentId: billing.items[0]?.id ?? '',
    eventId: events.data[0]?.id ?? '',
  };
}
