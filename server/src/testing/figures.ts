import { expect } from 'vitest';
import type { OpenApp } from './open-app.ts';

export const METRICS_TOKEN = 'a-token-for-figures';

/** What /metrics of an application with METRICS_TOKEN answers. */
export async function scrape(app: OpenApp): Promise<string> {
  const { status, body } = await app.request<string>('/metrics', { token: METRICS_TOKEN });
  expect(status).toBe(200);
  return body;
}

/** The value of a figure, found by how its line begins. */
export const figureOf = (text: string, sample: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};
