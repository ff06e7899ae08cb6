import { useLocation, useNavigation } from 'react-router';

/** Whether the user has started a navigation to another page, which still loads. A timer must not interrupt it. */
export function useLeaving(): boolean {
  const going = useNavigation().location?.pathname;
  const here = useLocation().pathname;
  return going !== undefined && going !== here;
}
