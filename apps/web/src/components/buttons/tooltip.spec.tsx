import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IconButton } from './icon-button.js';

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

  it('goes on Esc, and the focus stays', async () => {
    const user = show();
    await user.tab();
    expect(tip()).not.toBeNull();
    await user.keyboard('{Escape}');
    expect(tip()).toBeNull();
    expect(screen.getByRole('button', { name: '削除' })).toHaveFocus();
  });
});
