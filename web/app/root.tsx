import displayFont from '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url';
import { QueryClientProvider } from '@tanstack/react-query';
import type { PublicConfig } from '@vialproof/contract/config';
import { parseResponse } from 'hono/client';
import { createElement, type ReactNode, use, useState } from 'react';
import { Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import type { Route } from './+types/root';
import styles from './app.css?url';
import { Arrival } from './features/site/arrival';
import { Offline } from './features/site/offline';
import { NavigationProgress, SessionWatch } from './features/site/watch';
import { StepUp } from './features/step-up/step-up';
import { serverApi } from './lib/api';
import beforePaint from './lib/before-paint.inline.js?raw';
import { NonceContext } from './lib/nonce';
import { currentQueryClient } from './lib/query-client';
import { ErrorPage } from './ui/error-page';
import { Toaster } from './ui/toaster';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  ...(import.meta.env.SSR ? onlyAsSent : []),
];

// Only the server's HTML needs them, so the browser does not load the code.
const onlyAsSent: ReturnType<LinksFunction> = [
  { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'alternate', type: 'application/atom+xml', title: 'Published tests', href: '/feed.atom' },
  { rel: 'alternate', type: 'application/feed+json', title: 'Published tests', href: '/feed.json' },
];

export async function loader({ context }: Route.LoaderArgs): Promise<PublicConfig> {
  const { data } = await parseResponse(serverApi(context).config.$get());
  return data;
}

// The configuration stays the same while the page is open.
export function shouldRevalidate(): boolean {
  return false;
}

// Only the server's HTML needs it.
const beforePaintOnServer = import.meta.env.SSR ? beforePaint : '';

/** The whole document. A tag name that no browser extension uses helps React to find the page among added elements. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf7" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1418" />
        <Meta />
        <Links />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, and the only way to run before the first paint.
          dangerouslySetInnerHTML={{ __html: beforePaintOnServer }}
        />
      </head>
      <body>
        {createElement('page-frame', null, children)}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  const [queryClient] = useState(currentQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <NavigationProgress />
      <SessionWatch />
      <Outlet />
      <Arrival />
      <Offline />
      <StepUp />
      <Toaster />
    </QueryClientProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
