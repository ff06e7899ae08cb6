declare global {
  interface Window {
    /** Changes to the page by browser extensions, oldest first (after-paint.inline.js collects them). */
    foreignChanges?: { soFar(): MutationRecord[]; end(): void };
  }
}

/**
 * React ignores elements outside the page's frame (root.tsx). Moving the iframe of an extension would load it again.
 */
const isBesides = ({ target, removedNodes }: MutationRecord) =>
  target === document.body && removedNodes.length === 0;

/** Inserts the nodes before `next`. If `next` has moved, they come last. */
function put(place: Node, nodes: Iterable<Node>, next: Node | null): void {
  const before = next?.parentNode === place ? next : null;
  for (const node of nodes) place.insertBefore(node, before);
}

function take(place: Node, nodes: Iterable<Node>): void {
  for (const node of nodes) if (node.parentNode === place) place.removeChild(node);
}

/**
 * Undoes what browser extensions and translators changed, so that React finds the server's HTML. Otherwise React would
 * render the page again and lose input. Returns a function that repeats the changes.
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
