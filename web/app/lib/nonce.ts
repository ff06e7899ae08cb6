import { createContext } from 'react';

/** The nonce for inline scripts while rendering on the server. Browsers hide it, so it is absent when hydrating. */
export const NonceContext = createContext<string | undefined>(undefined);
