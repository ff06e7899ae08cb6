import { render, screen } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { user } from '../../testing/open-page';
import { Arrival } from './arrival';

it('the notice of a cached page disappears with the first navigation, even a navigation within the page', async () => {
  document.body.insertAdjacentHTML('afterbegin', '<p class="as-of">As of 27 November 2026.</p>');
  const page = (
    <main>
      <Link to="?page=2">More</Link>
      <Arrival />
    </main>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />);
  expect(screen.queryByText(/^As of/)).not.toBeNull();
  await user.click(screen.getByRole('link', { name: 'More' }));
  expect(screen.queryByText(/^As of/)).toBeNull();
});
