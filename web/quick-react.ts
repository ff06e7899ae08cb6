import type { Plugin } from 'vite';

/** The errors that React makes when it is loaded: marks to throw and to recognise, shown to nobody. */
const marks = /\bError\((formatProdErrorMessage\((?:460|461|474|519|542)\))\)/g;
const known = 5;

/**
 * Making an error notes where it was made, and for that the engine reads all of React a second time: some 12 ms of the
 * main thread, fifty on a telephone, while a page does not answer. So the browser's build makes these without a stack.
 * Should a later React have other marks, the build says so.
 */
export function quickReact(): Plugin {
  return {
    name: 'quick-react',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!id.includes('react-dom/cjs/react-dom-client.production.js')) return undefined;
      const found = code.match(marks)?.length ?? 0;
      if (found !== known)
        throw new Error(`React makes ${found} marks, not ${known}: see web/quick-react.ts`);
      return {
        code: code.replace(marks, 'Object.create(Error.prototype, { message: { value: $1 } })'),
        map: null,
      };
    },
  };
}
