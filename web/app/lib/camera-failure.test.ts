import { describe, expect, it } from 'vitest';
import { cameraFailure } from './camera-failure';

describe('if the camera fails, the page says what the user can do', () => {
  it.each([
    ['NotAllowedError', 'may not use the camera'],
    ['SecurityError', 'may not use the camera'],
    ['NotFoundError', 'No camera is connected'],
    ['OverconstrainedError', 'No camera is connected'],
    ['NotReadableError', 'another program'],
    ['AbortError', 'another program'],
    ['TypeError', 'could not be started'],
  ])('after the camera error %s, the page says what the user can do', (name, said) => {
    expect(cameraFailure(new DOMException('', name))).toContain(said);
  });

  it('the page has a message for a browser without camera support', () => {
    expect(cameraFailure(undefined)).toContain('gives pages no camera');
  });
});
