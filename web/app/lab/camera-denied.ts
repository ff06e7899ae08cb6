// Only Chromium heeds the header, and it still calls this by the header's former name.
interface PolicyOfDocument {
  featurePolicy?: { allowsFeature(name: string): boolean };
}

/**
 * Whether this document came from outside the laboratory, whose pages alone are sent with the right to a camera: a
 * document keeps what it was sent with, wherever one goes in it. A laboratory's document is never told to come again.
 */
export function isDeniedCamera(): boolean {
  const policy = (document as Document & PolicyOfDocument).featurePolicy;
  if (!policy || policy.allowsFeature('camera')) return false;
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && !new URL(loaded.name).pathname.startsWith('/lab');
}
