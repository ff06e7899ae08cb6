import { describe, expect, it } from 'vitest';
import { cameraFailure } from './camera-failure';

describe('a camera that shows nothing', () => {
  it.each([
    ['NotAllowedError', 'may not use the camera'],
    ['SecurityError', 'may not use the camera'],
    ['NotFoundError', 'No camera is connected'],
    ['OverconstrainedError', 'No camera is connected'],
    ['NotReadableError', 'another program'],
    ['AbortError', 'another program'],
    ['TypeError', 'could not be started'],
  ])('by %s says what to do', (name, said) => {
    expect(cameraFailure(new DOMException('', name))).toContain(said);
  });

  it('in a browser that has none says so', () => {
    expect(cameraFailure(undefined)).toContain('gives pages no camera');
  });
});
