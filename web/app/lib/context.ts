import { createContext } from 'react-router';

/** Calls the API in the same process; `path` starts with `/api/`. */
export type InProcessApi = (path: string, init?: RequestInit) => Promise<Response>;

/**
 * What the server gives to loaders: the API, and the text that stands for the nonce of scripts ('' without a nonce).
 */
export const apiContext = createContext<InProcessApi>();
export const markContext = createContext<string>('');
