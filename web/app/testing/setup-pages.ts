import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, vi } from 'vitest';
import { currentQueryClient } from '../lib/query-client';
import { expectQuiet, watchConsole } from './watch';

// What jsdom does not know: it lays nothing out, so nothing scrolls and no width matches.
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;
HTMLElement.prototype.hidePopover = () => undefined;
HTMLDialogElement.prototype.showModal = function show() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
URL.createObjectURL = () => 'blob:in-memory';
URL.revokeObjectURL = () => undefined;
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

configure({
  // Generous: a machine that is busy with other things must not turn a test red.
  asyncUtilTimeout: 15_000,
  // What the page says, in the place of its whole source.
  getElementError: (message) =>
    new Error(`${message?.split('\n')[0]}\nThe page: ${document.body.textContent}`),
});

beforeEach(watchConsole);

// All files of a worker share the modules: what those remember goes with the page.
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  toast.remove();
  currentQueryClient().clear();
  onlineManager.setOnline(true);
  localStorage.clear();
  sessionStorage.clear();
  window.dispatchEvent(new StorageEvent('storage'));
  window.history.replaceState(null, '', '/');
  expectQuiet();
});
