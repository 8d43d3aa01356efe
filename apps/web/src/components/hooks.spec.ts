import { act, fireEvent, renderHook } from '@testing-library/react';
import { expect, it, jest } from '@jest/globals';
import { useAfterPause } from './hooks.js';

it('gives a text after a pause in typing, also while the keys have not changed it yet', () => {
  jest.useFakeTimers();
  const { result, rerender } = renderHook(({ text }) => useAfterPause(text, 300), { initialProps: { text: '' } });
  const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
  rerender({ text: 'pasted' });
  pass(200);
  fireEvent.keyDown(document.body, { key: 'a' });
  pass(299);
  expect(result.current).toBe('');
  pass(1);
  expect(result.current).toBe('pasted');
  jest.useRealTimers();
});
