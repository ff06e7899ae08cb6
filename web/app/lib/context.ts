import { createContext } from 'react-router';

/** Calls our own API in process; `path` starts with `/api/`. */
export type InProcessApi = (path: string, init?: RequestInit) => Promise<Response>;

/** What the server hands to loaders: the API, and the mark of the page's own scripts ('' when none). */
export const apiContext = createContext<InProcessApi>();
export const markContext = createContext<string>('');
