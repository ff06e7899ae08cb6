import { createContext } from 'react-router';

/** Calls the API in the same process; `path` starts with `/api/`. */
export type InProcessApi = (path: string, init?: RequestInit) => Promise<Response>;

/** The server's values for loaders: the API, and the nonce mark of the page's own scripts ('' without one). */
export const apiContext = createContext<InProcessApi>();
export const markContext = createContext<string>('');
