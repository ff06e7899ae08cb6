import type { ReactNode } from 'react';
import { Footer } from './footer';
import { Header } from './header';

/** The frame of every page outside the laboratory: header, content, footer. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-sm bg-accent px-4 py-2 text-on-accent focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <Header />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
    </div>
  );
}
