import { describe, expect, it } from 'vitest';
import { cameraFailure } from './camera-failure';

describe('camera failures', () => {
  it.each([
    ['NotAllowedError', 'may not use the camera'],
    ['SecurityError', 'may not use the camera'],
    ['NotFoundError', 'No camera is connected'],
    ['OverconstrainedError', 'No camera is connected'],
    ['NotReadableError', 'another program'],
    ['AbortError', 'another program'],
    ['TypeError', 'could not be started'],
  ])('the page says what the user can do after the camera error %s', (name, said) => {
    expect(cameraFailure(new DOMException('', name))).toContain(said);
  });

  it('the page has a sentence of its own for a browser without camera support', () => {
    expect(cameraFailure(undefined)).toContain('gives pages no camera');
  });
});
