// Starts the page's scripts after its first paint (after-paint.ts puts this file into the page, behind them).
(() => {
  const script = document.querySelector('script[type="after-paint"]');
  let isStarted = false;

  // Browser extensions and translators change the page before hydration (entry.client.tsx undoes the changes).
  const changes = [];
  const observer = new MutationObserver((records) => void changes.push(...records));
  const all = { childList: true, subtree: true, characterData: true, characterDataOldValue: true };
  // Until then the browser itself adds the parsed elements of the page.
  document.addEventListener('readystatechange', () => observer.observe(document.body, all), { once: true });
  window.foreignChanges = {
    soFar() {
      changes.push(...observer.takeRecords());
      return changes;
    },
    end: () => observer.disconnect(),
  };

  async function start() {
    if (isStarted) return;
    isStarted = true;
    const links = [...document.querySelectorAll('link[rel="after-paint"]')];
    for (const link of links) link.rel = 'modulepreload';
    for (const { href } of links) {
      // The entry starts hydration on import, so the script below imports it last.
      if (script.text.includes(`import("${new URL(href).pathname}")`)) continue;
      // Each import in its own task: one long task would delay the user's first clicks.
      await import(href);
      await nextTask();
    }
    const module = document.createElement('script');
    module.type = 'module';
    module.text = script.text;
    window.foreignChanges.soFar();
    script.replaceWith(module);
    observer.takeRecords();
  }

  function nextTask() {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  }

  // The browser never paints a page in a hidden tab.
  if (document.hidden || !PerformanceObserver.supportedEntryTypes?.includes('paint')) void start();
  else new PerformanceObserver(() => void start()).observe({ type: 'paint', buffered: true });
  setTimeout(() => void start(), 3000);
})();
