declare global {
  interface Window {
    /** What others than our scripts have changed in the page, the oldest first (after-paint.inline.js). */
    foreignChanges?: { soFar(): MutationRecord[]; end(): void };
  }
}

/** React passes over elements beside the page's frame (root.tsx). A window of an extension would be loaded again. */
const isBesides = ({ target, removedNodes }: MutationRecord) =>
  target === document.body && removedNodes.length === 0;

/** Before `next` if that still stands there, else at the end. */
function put(place: Node, nodes: Iterable<Node>, next: Node | null): void {
  const before = next?.parentNode === place ? next : null;
  for (const node of nodes) place.insertBefore(node, before);
}

function take(place: Node, nodes: Iterable<Node>): void {
  for (const node of nodes) if (node.parentNode === place) place.removeChild(node);
}

/**
 * Undoes what browser extensions and translators have changed in the page, so that React finds it as the server wrote it.
 * Otherwise React draws it a second time, and what was typed is lost. Returns how to do it again.
 */
export function undoForeign(changes: MutationRecord[]): () => void {
  const again: (() => void)[] = [];
  for (const change of changes.toReversed()) {
    const { target, addedNodes, removedNodes, nextSibling, oldValue } = change;
    if (isBesides(change)) continue;
    if (target instanceof CharacterData) {
      const { data } = target;
      target.data = oldValue ?? data;
      again.unshift(() => {
        target.data = data;
      });
      continue;
    }
    take(target, addedNodes);
    put(target, removedNodes, nextSibling);
    again.unshift(() => {
      take(target, removedNodes);
      put(target, addedNodes, nextSibling);
    });
  }
  return () => {
    for (const change of again) change();
  };
}
