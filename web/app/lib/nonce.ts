import { createContext } from 'react';

/** The text that stands for the nonce of the page's scripts on the server. Undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
