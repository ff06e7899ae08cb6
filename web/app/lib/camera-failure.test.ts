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
  ])('the sentence for %s says what to do', (name, said) => {
    expect(cameraFailure(new DOMException('', name))).toContain(said);
  });

  it('a browser without cameras gets a sentence of its own', () => {
    expect(cameraFailure(undefined)).toContain('gives pages no camera');
  });
});
