import { expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { ErrorBoundary, lazyPart } from './loaded-part.js';

function Part({ name }: { name: string }) {
  return <p>{name}</p>;
}

function show(faults: number) {
  let left = faults;
  const Lazy = lazyPart(async () => {
    left -= 1;
    if (left >= 0) throw new TypeError('Failed to fetch dynamically imported module');
    return { Part };
  }, 'Part');
  render(
    <ErrorBoundary fallback={<p>not there</p>}>
      <Suspense>
        <Lazy name="春" />
      </Suspense>
    </ErrorBoundary>,
  );
}

it.each([0, 1])('is shown after %d faults on the way', async (faults) => {
  show(faults);
  expect(await screen.findByText('春')).toBeVisible();
});

it('says so after the second', async () => {
  const reported = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  show(2);
  expect(await screen.findByText('not there')).toBeVisible();
  expect(reported).toHaveBeenCalled();
  reported.mockRestore();
});
