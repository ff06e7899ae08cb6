import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { TRANSLATORS, translate, untranslated } from './translate';

/** Renders the first state. The returned function renders another one in its place. */
function draw(first: ReactNode) {
  const queries = new QueryClient();
  let put: (next: ReactNode) => void = () => undefined;
  const Place = () => {
    const [shown, setShown] = useState(first);
    put = setShown;
    return shown;
  };
  const router = createMemoryRouter([{ path: '*', Component: Place }]);
  const { container } = render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { container, show: (next: ReactNode) => act(() => put(next)) };
}

/** Proves that each component shows its second state after a translation, and then its first one again. */
export function expectNews(states: Record<string, { before: ReactNode; after: ReactNode }>): void {
  describe.each(TRANSLATORS)('a page still works while a translator %s', (how) => {
    it.each(Object.entries(states))(
      'the component %s shows its second state, and then its first state again',
      (_, { before, after }) => {
        const { container, show } = draw(before);
        for (const state of [after, before]) {
          translate(how, container);
          show(state);
          expect(untranslated(container)).toBe(draw(state).container.textContent);
        }
      },
    );
  });
}
