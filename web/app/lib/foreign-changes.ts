declare global {
  interface Window {
    /** Changes of the page by other code than ours, oldest first (after-paint.inline.js). */
    foreignChanges?: { soFar(): MutationRecord[]; end(): void };
  }
}

/** React ignores elements beside the page frame (root.tsx). Moving an extension's iframe would reload it. */
const isBesides = ({ target, removedNodes }: MutationRecord) =>
  target === document.body && removedNodes.length === 0;

/** Inserts the nodes before `next` if `next` is still at its place, otherwise at the end of the parent. */
function put(place: Node, nodes: Iterable<Node>, next: Node | null): void {
  const before = next?.parentNode === place ? next : null;
  for (const node of nodes) place.insertBefore(node, before);
}

function take(place: Node, nodes: Iterable<Node>): void {
  for (const node of nodes) if (node.parentNode === place) place.removeChild(node);
}

/**
 * Undoes changes by browser extensions and translators, so that React finds the HTML of the server. Otherwise React
 * renders the page again and loses the input. Returns a function that repeats the changes.
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
