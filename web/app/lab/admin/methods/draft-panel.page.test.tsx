import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { Role, SignedIn } from '@vialproof/contract/accounts';
import type { Template, TemplateDraft } from '@vialproof/contract/methods';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { startSession } from '../../../lib/session';
import { staffQuery } from '../../queries';
import { DraftPanel } from './draft-panel';

const ids = { ann: '00000000-0000-4000-8000-00000000000a', ben: '00000000-0000-4000-8000-00000000000b' };
const draft: TemplateDraft = {
  id: '00000000-0000-4000-8000-00000000000d',
  version: 1,
  reason: 'Method was validated anew',
  by: { id: ids.ann, display_name: 'Ann' },
  at: '2026-11-26T12:00:00.000Z',
  lines: [],
  integration: { threshold_percent: 0.1 },
  date_order: null,
  requires: [],
};
const template: Template = {
  ...{ id: '00000000-0000-4000-8000-000000000001', of: 'family', name: 'Peptides', family: 'Peptides' },
  ...{ retired_at: null, is_own: true, version: 1, delivered: true, approval: null, draft, lines: [] },
  integration: { threshold_percent: 0.05 },
};

/** Renders the page of Ann's draft for the person `who`, in a laboratory whose staff have these roles. */
function readBy(who: keyof typeof ids, staff: Partial<Record<keyof typeof ids, Role>>) {
  const user = { id: ids[who], role: staff[who], display_name: who };
  const session = { access_token: 'a', refresh_token: 'r', expires_at: 0 };
  startSession({ user, session } as unknown as SignedIn);
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const people = Object.entries(staff).map(([name, role]) => ({ id: ids[name as keyof typeof ids], role }));
  queries.setQueryData(staffQuery.queryKey, people as never);
  const { container, unmount } = render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <DraftPanel template={template} draft={draft} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const read = {
    text: container.textContent ?? '',
    buttons: [...container.querySelectorAll('button')].map((button) => button.textContent),
  };
  unmount();
  return read;
}

describe('an open draft offers each person the allowed actions', () => {
  it('another person approves or refuses a draft, and its author withdraws it', () => {
    const other = readBy('ben', { ann: 'admin', ben: 'reviewer' });
    expect(other.buttons).toEqual(['Approve as version 2', 'Refuse']);
    for (const words of ['Ann', 'Method was validated anew', '0.05', '0.1'])
      expect(other.text).toContain(words);
    const own = readBy('ann', { ann: 'admin', ben: 'reviewer' });
    expect(own.buttons).toEqual(['Withdraw']);
    expect(own.text).toContain('This is your draft: somebody else decides about it.');
  });

  it('if nobody else may decide about a draft, the page says which role is needed', () => {
    const missing = 'Another reviewer or admin has to approve this; there is none yet: make one under Staff.';
    expect(readBy('ann', { ann: 'admin' }).text).toContain(missing);
    expect(readBy('ann', { ann: 'admin', ben: 'analyst' }).text).toContain(missing);
    expect(readBy('ann', { ann: 'admin', ben: 'admin' }).text).not.toContain(missing);
  });
});
