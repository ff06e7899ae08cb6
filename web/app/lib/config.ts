import type { PublicConfig } from '@vialproof/contract/config';
import { useRouteLoaderData } from 'react-router';

/** Brand, links, discount and switches of this installation. Undefined only if the root loader failed. */
export function useConfig(): PublicConfig | undefined {
  return useRouteLoaderData('root');
}
