// Only Chromium obeys the header, and its API still has the header's former name.
interface PolicyOfDocument {
  featurePolicy?: { allowsFeature(name: string): boolean };
}

/**
 * Whether this document may not use the camera. A browser fixes this when it loads a document: only /verify and the
 * pages of the laboratory allow it. False if the document came from the path `wanted`, because loading it again changes
 * nothing.
 */
export function isDeniedCamera(wanted: string): boolean {
  const policy = (document as Document & PolicyOfDocument).featurePolicy;
  if (!policy || policy.allowsFeature('camera')) return false;
  const [loaded] = performance.getEntriesByType('navigation');
  if (!loaded) return false;
  const { pathname } = new URL(loaded.name);
  return pathname !== wanted && !pathname.startsWith('/lab');
}
