import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IconButton } from './button.js';

describe('the tooltip of a button with an icon alone', () => {
  function show() {
    render(<IconButton icon={<svg />} label="削除" />);
    return userEvent.setup();
  }
  const tip = () => screen.queryByText('削除');

  it('shows on hover until the pointer leaves', async () => {
    const user = show();
    expect(tip()).toBeNull();
    await user.hover(screen.getByRole('button', { name: '削除' }));
    expect(tip()).not.toBeNull();
    await user.unhover(screen.getByRole('button', { name: '削除' }));
    expect(tip()).toBeNull();
  });

  it('closes when the one of another button opens', async () => {
    render(<IconButton icon={<svg />} label="編集" />);
    const user = show();
    await user.tab();
    expect(screen.getByText('編集')).toBeVisible();
    await user.hover(screen.getByRole('button', { name: '削除' }));
    expect(tip()).toBeVisible();
    expect(screen.queryByText('編集')).toBeNull();
  });

  it('closes with the press of its button', async () => {
    const user = show();
    await user.click(screen.getByRole('button', { name: '削除' }));
    expect(tip()).toBeNull();
  });

  it('goes on Esc, and the focus stays', async () => {
    const user = show();
    await user.tab();
    expect(tip()).not.toBeNull();
    await user.keyboard('{Escape}');
    expect(tip()).toBeNull();
    expect(screen.getByRole('button', { name: '削除' })).toHaveFocus();
  });
});
