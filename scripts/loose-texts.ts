/** A node of the syntax tree. */
type Node = { type: string } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);
const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === '';

/** The possible results of a conditional expression. */
function sides(node: Node): Node[] {
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap(nodes).flatMap(sides);
  if (node.type === 'LogicalExpression') return [...nodes(node.right), node];
  return [node];
}

const isMarkup = ({ type }: Node) => type === 'JSXElement' || type === 'JSXFragment';
const isText = (node: Node) =>
  node.type === 'TemplateLiteral' ||
  ((node.type === 'Literal' || node.type === 'JSXText') && !isBlank(node.value));

/** The children of an element, without white space between them. */
const parts = (element: Node): Node[] =>
  nodes(element.children)
    .flatMap((child) => (child.type === 'JSXExpressionContainer' ? nodes(child.expression) : [child]))
    .filter((part) => isText(part) || !/^(JSXText|Literal|JSXEmptyExpression)$/.test(part.type));
const hasTextBesides = (element: Node) => parts(element).length > 1 && parts(element).some(isText);

const isValue = ({ type, name }: Node) =>
  /^(Identifier|MemberExpression|ChainExpression|CallExpression|BinaryExpression)$/.test(type) &&
  name !== 'children';
const isList = ({ callee }: Node) => nodes(callee).some(({ property }) => nodes(property)[0]?.name === 'map');
const isFilledIn = (part: Node) => part.type === 'TemplateLiteral' && nodes(part.expressions).length > 0;

/** Whether an element contains only a text, but in several pieces: `Line {number}`. */
function isInPieces(element: Node): boolean {
  const all = parts(element);
  const changes = (part: Node) => (isValue(part) && !isList(part)) || isFilledIn(part);
  return (
    all.length > 1 &&
    all.some(isText) &&
    all.some(changes) &&
    all.every((part) => isText(part) || changes(part))
  );
}

/** The name of an element without a key; React cannot distinguish two of these. */
function nameWithoutKey(node: Node): string | undefined {
  const [opening] = nodes(node.openingElement);
  if (node.type !== 'JSXElement' || !opening) return undefined;
  const isKeyed = nodes(opening.attributes).some(({ name }) => nodes(name)[0]?.name === 'key');
  return isKeyed ? undefined : String(nodes(opening.name)[0]?.name);
}

/**
 * Whether a translating browser would break the text of this element. It moves texts into other elements, and React can
 * no longer change them.
 */
export function hasLooseText(element: Node): boolean {
  if (!isMarkup(element)) return false;
  const all = parts(element);
  if (isInPieces(element)) return true;
  return all.map(sides).some((given) => {
    if (given.length < 2) return false;
    const names = given.map(nameWithoutKey);
    const isBesides = all.length > 1 && (given.some(isText) || (all.some(isText) && given.some(isMarkup)));
    const isSame = given.some(
      (side, place) =>
        names[place] !== undefined &&
        names.indexOf(names[place]) !== names.lastIndexOf(names[place]) &&
        hasTextBesides(side),
    );
    const isUnframed = given.some((side) => side.type === 'JSXFragment' && parts(side).some(isText));
    return isBesides || isSame || isUnframed;
  });
}
