import { createContext } from 'react-router';

/** Calls our own API in process; `path` starts with `/api/`. */
export type InProcessApi = (path: string, init?: RequestInit) => Promise<Response>;

/** What the server hands to loaders: the API, and the nonce of this answer's Content-Security-Policy ('' when none). */
export const apiContext = createContext<InProcessApi>();
export const nonceContext = createContext<string>('');
