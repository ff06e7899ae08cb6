import { createContext } from 'react';

/** The nonce mark of the page's own inline scripts on the server; undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
