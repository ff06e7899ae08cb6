import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, vi } from 'vitest';
import { currentQueryClient } from '../lib/query-client';
import { expectQuiet, watchConsole } from './watch';

// jsdom has no layout, so scrolling and media queries are missing.
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
  // So long that a busy machine fails no test.
  asyncUtilTimeout: 15_000,
  // An error shows the text of the page and not its whole HTML.
  getElementError: (message) =>
    new Error(`${message?.split('\n')[0]}\nThe page: ${document.body.textContent}`),
});

beforeEach(watchConsole);

// All test files of a worker share modules, so their state is reset.
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
