// Only Chromium obeys the header, and its API still has the header's former name.
interface PolicyOfDocument {
  featurePolicy?: { allowsFeature(name: string): boolean };
}

/**
 * Whether this document was loaded from a page without camera permission. A document keeps its permission during
 * client-side navigation; only documents of the laboratory and /verify have it. False for a document of the laboratory,
 * and for one that was loaded from the path `wanted`: loading the same path again would change nothing.
 */
export function isDeniedCamera(wanted: string): boolean {
  const policy = (document as Document & PolicyOfDocument).featurePolicy;
  if (!policy || policy.allowsFeature('camera')) return false;
  const [loaded] = performance.getEntriesByType('navigation');
  if (!loaded) return false;
  const { pathname } = new URL(loaded.name);
  return pathname !== wanted && !pathname.startsWith('/lab');
}
