import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { ErrorBoundary } from '../components/loading/loaded-part.js';
import { CrashScreen } from './crash-screen.js';

function Broken(): never {
  throw new Error('broken');
}

describe('a fault of our own', () => {
  beforeEach(() => {
    // React reports the fault there.
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('shows a screen that says what to do', () => {
    render(
      <ErrorBoundary fallback={<CrashScreen />}>
        <Broken />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('入力した内容はこのタブに残っています。');
    expect(screen.getByRole('button', { name: '再読み込み' })).toBeVisible();
    expect(console.error).toHaveBeenCalled();
  });
});
