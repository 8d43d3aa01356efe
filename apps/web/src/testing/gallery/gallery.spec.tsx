import { expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';

it('shows the components; the flow of the gallery, in the acceptance, checks how they look', async () => {
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  await act(() => import('./gallery.js'));
  expect(screen.getByRole('heading', { name: '部品の見本' })).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(4);
  root.remove();
});
