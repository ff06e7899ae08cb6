import type { Page } from '@playwright/test';

/** The fields of React's internal node that this file uses. */
type Fiber = {
  tag: number;
  stateNode: unknown;
  memoizedProps: unknown;
  child: Fiber | null;
  sibling: Fiber | null;
};

/**
 * Runs in the page: finds elements whose text is not the one that React rendered last. The signs of a translator do not
 * count.
 */
function findStale(): string[] {
  const [TEXT, ELEMENT, PORTAL, DEHYDRATED] = [6, 5, 4, 18];
  const isOfReact = (node: object) => Object.keys(node).some((key) => key.startsWith('__reactFiber'));
  const MARK = '▪';
  /** The texts of an element in React's last render, with a mark for each child element. */
  const partsDrawn = (parent: Fiber): string => {
    let words = '';
    for (let each = parent.child; each; each = each.sibling) {
      if (each.tag === TEXT) words += String(each.memoizedProps);
      else if (each.tag === ELEMENT) words += MARK;
      else if (each.tag !== PORTAL) words += partsDrawn(each);
    }
    return words;
  };
  const partsShown = (element: Element): string => {
    let words = '';
    for (const node of element.childNodes) {
      if (node instanceof Text) words += node.data;
      else if (node instanceof Element && isOfReact(node)) words += MARK;
      else if (node.nodeName === 'FONT') words += node.textContent;
    }
    return words.replace(/[«»]/g, '');
  };
  const found: string[] = [];
  const hasDehydrated = (fiber: Fiber): boolean => {
    for (let each = fiber.child; each; each = each.sibling) if (each.tag === DEHYDRATED) return true;
    return false;
  };
  const judge = (fiber: Fiber) => {
    const element = fiber.stateNode as Element;
    const { children, dangerouslySetInnerHTML } = fiber.memoizedProps as Record<string, unknown>;
    if (dangerouslySetInnerHTML || /^(textarea|script|style|noscript)$/i.test(element.localName)) return;
    const isOneText = typeof children === 'string' || typeof children === 'number';
    const drawn = isOneText ? String(children) : partsDrawn(fiber);
    const shown = partsShown(element);
    const hasWords = /[^▪\s]/.test(drawn + shown);
    if (hasWords && drawn !== shown) found.push(`<${element.localName}> shows “${shown}” for “${drawn}”`);
  };
  const visit = (fiber: Fiber) => {
    if (fiber.tag === ELEMENT && !hasDehydrated(fiber)) judge(fiber);
    for (let each = fiber.child; each; each = each.sibling) visit(each);
  };
  const key = Object.keys(document).find((each) => each.startsWith('__reactContainer'));
  const root = key && (document as unknown as Record<string, { stateNode: { current: Fiber } }>)[key];
  if (!root) return ['React has not taken over the page'];
  visit(root.stateNode.current);
  return found;
}

/** Texts that React could not change because of a translator, each with the text that React rendered. */
export const staleTexts = (page: Page): Promise<string[]> => page.evaluate(findStale);
