import type { Page } from '@playwright/test';
import { call, tokenOf } from './samples.ts';
import { expect } from './site.ts';

/** The button on the page of a template that proposes the typed changes. */
export const proposeButton = (page: Page) => page.getByRole('button', { name: 'Propose the change' });

/** Proposes the typed changes on the page of a template, with one of the usual reasons. */
export async function propose(page: Page): Promise<void> {
  await page
    .getByRole('group', { name: 'Usual reasons' })
    .getByRole('button', { name: 'Typing error' })
    .click();
  await proposeButton(page).click();
}

/** Approves the open draft of this template as the reviewer, and reloads the page. */
export async function approve(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Waits for approval' })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const token = await tokenOf(page.request, 'reviewer@demo.test');
  const { data } = await call<{ data: { id: string; draft: { id: string } | null }[] }>(
    page.request,
    ['GET', '/api/lab/methods'],
    token,
  );
  const draft = data.find((template) => template.id === id)?.draft;
  await call(page.request, ['POST', `/api/lab/methods/${id}/drafts/${draft?.id}/approve`], token);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Waits for approval' })).toBeHidden();
}
