import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, useEffect } from 'react';
import {
  type ActionFunctionArgs,
  createRoutesStub,
  type LoaderFunctionArgs,
  Meta,
  type MetaFunction,
  useLocation,
} from 'react-router';
import { expect, vi } from 'vitest';
import { startSession } from '../lib/session';
import App from '../root';
import Site, { ErrorBoundary } from '../routes/site';
import { SIGNED_IN } from './answers';
import { CONFIG } from './config';
import { type Answers, FakeServer } from './fake-server';
import { watchServer } from './watch';

/** A route module, as far as a page in the browser uses it. */
interface PageModule {
  // biome-ignore lint/suspicious/noExplicitAny: each page has props of its own, which the router fills.
  default: ComponentType<any>;
  clientLoader?(args: LoaderFunctionArgs): unknown;
  clientAction?(args: ActionFunctionArgs): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: each page knows what its own loader gave.
  meta?(args: any): ReturnType<MetaFunction>;
}

let address = '';

function AddressBar() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    address = pathname + search;
  });
  return null;
}

const Root = () => (
  <>
    <Meta />
    <AddressBar />
    <App />
  </>
);

/**
 * Opens an address as a browser does that has the page's scripts: inside the site's frame, with router, queries, session
 * and toasts of the product. `pages`: those that the test may reach, by their path in routes.ts; every other path leads to
 * an empty page. What the pages ask of the server is answered by the table alone.
 */
export function openPage(at: string, pages: Record<string, PageModule>, answers: Answers = {}): FakeServer {
  const server = new FakeServer(answers);
  watchServer(server);
  vi.stubGlobal('fetch', server.fetch);
  const children = Object.entries(pages).map(([path, page]) => ({
    path,
    Component: page.default,
    ...(page.meta ? { meta: page.meta } : {}),
    ...(page.clientAction ? { action: (args: ActionFunctionArgs) => page.clientAction?.(args) } : {}),
    ...(page.clientLoader
      ? { HydrateFallback: () => null, loader: (args: LoaderFunctionArgs) => page.clientLoader?.(args) }
      : {}),
  }));
  const elsewhere = { path: '*', Component: () => <h1>Elsewhere</h1> };
  const site = { Component: Site, ErrorBoundary, children: [...children, elsewhere] };
  const config = { loader: () => CONFIG, shouldRevalidate: () => false };
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Root, ...config, children: [site] }]);
  render(<Stub initialEntries={[at]} hydrationData={{ loaderData: { root: CONFIG } }} />);
  return server;
}

/** Signs somebody in on this browser, before a page is opened. */
export const signIn = () => startSession(SIGNED_IN);

/** Waits until the page stands at this address: path and query. */
export async function expectAddress(wanted: string): Promise<void> {
  await waitFor(() => expect(address).toBe(wanted));
}

/** The page's own part, between header and footer. */
export const main = () => within(screen.getByRole('main'));

/** Waits for the page's main heading to say this. */
export const heading = (words: string) => screen.findByRole('heading', { level: 1, name: words });

export const button = (name: string | RegExp) => main().getByRole<HTMLButtonElement>('button', { name });
export const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);

/** The first alert of the page that says something. */
export const alert = () =>
  main()
    .queryAllByRole('alert')
    .find(({ textContent }) => textContent);

/** Keys and pointer, one after the other without a wait between. */
export const user = userEvent.setup({ delay: null });

/** Puts this in the place of what stands in a field, as a password manager does: at once, with the cursor there. */
export function fill(label: string | RegExp, text: string): void {
  const box = field(label);
  act(() => box.focus());
  fireEvent.input(box, { target: { value: text } });
}

/** From here on time stands still, save what `pass` lets go by. */
export function stopTime(): void {
  vi.useFakeTimers();
  // By this name the testing library knows a clock that is not the machine's.
  vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });
}

/** After `stopTime`: lets so many milliseconds go by, and what they set off come to rest. */
export async function pass(ms: number): Promise<void> {
  // What a step changes is drawn, and sets its own timers, before the next step.
  const step = Math.max(50, ms / 200);
  for (let left = ms; left > 0; left -= step) {
    await act(() => vi.advanceTimersByTimeAsync(Math.min(left, step)));
  }
  // An answer that is there at once takes a few milliseconds all the same: one timer leads to another.
  await act(() => vi.dynamicImportSettled());
  for (let turn = 0; turn < 3; turn += 1) await act(() => vi.advanceTimersByTimeAsync(3));
}

/** The words of the toasts that are shown now. */
export function toasts(): (string | null)[] {
  const place = screen.queryByRole('region', { name: 'Notifications' });
  if (!place) return [];
  return within(place)
    .queryAllByRole('status')
    .map(({ textContent }) => textContent);
}

/** What the browser's own alerts say from here on. */
export function browserAlerts(): string[] {
  const said: string[] = [];
  vi.stubGlobal('alert', (words: string) => said.push(words));
  return said;
}
