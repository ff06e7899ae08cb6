import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useChange } from './use-step';

it('an answer that was requested before a change does not undo the change on the screen, and is requested again', async () => {
  const readings: ((text: string) => void)[] = [];
  const shown = ['sample'];
  function Sample() {
    const { data, refetch, fetchStatus } = useQuery({
      queryKey: shown,
      queryFn: () => new Promise<string>((resolve) => readings.push(resolve)),
    });
    const change = useChange(async (text: string) => ({ data: text }), { shown, touched: [] });
    return (
      <>
        <p>{data ?? 'nothing yet'}</p>
        <p>{fetchStatus}</p>
        <button type="button" onClick={() => void refetch()}>
          Read
        </button>
        <button type="button" onClick={() => change.mutate('with a blank')}>
          Change
        </button>
      </>
    );
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Sample />
    </QueryClientProvider>,
  );
  readings.shift()?.('without a blank');
  await screen.findByText('without a blank');
  await userEvent.click(screen.getByText('Read'));
  await userEvent.click(screen.getByText('Change'));
  await screen.findByText('with a blank');
  readings.shift()?.('without a blank');
  await screen.findByText('fetching');
  expect(screen.queryByText('without a blank')).toBeNull();
  readings.shift()?.('with a blank of another person');
  await screen.findByText('idle');
  expect(screen.queryByText('with a blank of another person')).toBeTruthy();
});
