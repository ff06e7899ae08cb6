import { isRefusal } from '../../../platform/refusal.ts';
import type { GroupsContext } from '../group-tests.context.ts';

/** The job that closes the page of a share; `shareId` in its data. */
export const CLOSE_PAGE = 'group-tests.close-page';

/** Closes whatever page is open for a share that was lost; what is paid there all the same goes back by itself. */
export async function closeSharePage({ payments }: GroupsContext, shareId: string): Promise<void> {
  const closed = await payments.closeCheckout({ kind: 'group_share', id: shareId });
  if (isRefusal(closed)) throw new Error(`the page of share ${shareId} is still open: ${closed.code}`);
}
