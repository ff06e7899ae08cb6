// Only Chromium heeds the header, and it still calls this by the header's former name.
interface PolicyOfDocument {
  featurePolicy?: { allowsFeature(name: string): boolean };
}

/**
 * Whether this document came from a page that is sent without the right to a camera: a document keeps what it was sent with,
 * wherever one goes in it. Those of the laboratory and of /verify have it. A laboratory's document is never told to come
 * again, nor is one that came from `wanted`, the path that would be fetched: however that is written, it would come the same.
 */
export function isDeniedCamera(wanted: string): boolean {
  const policy = (document as Document & PolicyOfDocument).featurePolicy;
  if (!policy || policy.allowsFeature('camera')) return false;
  const [loaded] = performance.getEntriesByType('navigation');
  if (!loaded) return false;
  const { pathname } = new URL(loaded.name);
  return pathname !== wanted && !pathname.startsWith('/lab');
}
