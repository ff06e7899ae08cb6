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

/** The parts of a route module that the browser uses. */
interface PageModule {
  // biome-ignore lint/suspicious/noExplicitAny: each page has its own props, which the router sets.
  default: ComponentType<any>;
  clientLoader?(args: LoaderFunctionArgs): unknown;
  clientAction?(args: ActionFunctionArgs): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: each page knows the type of its own loader data.
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
 * Opens an address as a browser does, with the frame, router, queries, session and notices of the site. `pages`: the
 * pages of this test by their path in routes.ts. Every other path is an empty page. All answers come from the table.
 * `url`: the public address of the site.
 */
export function openPage(
  at: string,
  pages: Record<string, PageModule>,
  answers: Answers = {},
  { url = CONFIG.brand.url } = {},
): FakeServer {
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
  const settings = { ...CONFIG, brand: { ...CONFIG.brand, url } };
  const config = { loader: () => settings, shouldRevalidate: () => false };
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Root, ...config, children: [site] }]);
  render(<Stub initialEntries={[at]} hydrationData={{ loaderData: { root: settings } }} />);
  return server;
}

/** Signs in a user before a test opens a page. */
export const signIn = () => startSession(SIGNED_IN);

/** Waits until the page has this path and query. */
export async function expectAddress(wanted: string): Promise<void> {
  await waitFor(() => expect(address).toBe(wanted));
}

/** The main part of the page, between header and footer. */
export const main = () => within(screen.getByRole('main'));

/** Waits for this main heading. */
export const heading = (words: string) => screen.findByRole('heading', { level: 1, name: words });

export const button = (name: string | RegExp) => main().getByRole<HTMLButtonElement>('button', { name });
export const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);

/** The first alert of the page that is not empty. */
export const alert = () =>
  main()
    .queryAllByRole('alert')
    .find(({ textContent }) => textContent);

/** Keyboard and pointer, without delays. */
export const user = userEvent.setup({ delay: null });

/** Fills a field at once while it has the focus, as a password manager does. */
export function fill(label: string | RegExp, text: string): void {
  const box = field(label);
  act(() => box.focus());
  fireEvent.input(box, { target: { value: text } });
}

/** Stops the clock. Only `pass` moves it. */
export function stopTime(): void {
  vi.useFakeTimers();
  // Testing Library recognises a stopped clock by this name.
  vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });
}

/** Moves a stopped clock by `ms` milliseconds, and waits for what follows. */
export async function pass(ms: number): Promise<void> {
  // Small steps, so that each change is rendered and can start its timers.
  const step = Math.max(50, ms / 200);
  for (let left = ms; left > 0; left -= step) {
    await act(() => vi.advanceTimersByTimeAsync(Math.min(left, step)));
  }
  // Even an answer that comes at once needs some milliseconds, because one timer starts another.
  await act(() => vi.dynamicImportSettled());
  for (let turn = 0; turn < 3; turn += 1) await act(() => vi.advanceTimersByTimeAsync(3));
}

/** The texts of the notices (toasts) on the page. */
export function toasts(): (string | null)[] {
  const place = screen.queryByRole('region', { name: 'Notifications' });
  if (!place) return [];
  return within(place)
    .queryAllByRole('status')
    .map(({ textContent }) => textContent);
}

/** Collects the texts of the browser's own alerts, from now on. */
export function browserAlerts(): string[] {
  const said: string[] = [];
  vi.stubGlobal('alert', (words: string) => said.push(words));
  return said;
}
