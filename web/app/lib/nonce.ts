import { createContext } from 'react';

/** Marks the page's own inline scripts while rendering on the server, which then knows which to allow; absent in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
