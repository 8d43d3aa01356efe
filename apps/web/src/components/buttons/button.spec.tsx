import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button, ButtonLink } from './button.js';

describe('Button', () => {
  it('has variants, sizes and icons on both sides of its label', () => {
    const { rerender } = render(
      <Button iconLeft={<i data-testid="left" />} iconRight={<i data-testid="right" />} size="lg" variant="danger">
        削除
      </Button>,
    );
    const button = screen.getByRole('button', { name: '削除' });
    expect(button).toHaveClass('danger', 'lg');
    expect(button).toHaveAttribute('type', 'button');
    expect(screen.getByTestId('left').compareDocumentPosition(screen.getByText('削除'))).toBe(4);
    expect(screen.getByText('削除').compareDocumentPosition(screen.getByTestId('right'))).toBe(4);
    for (const variant of ['primary', 'secondary', 'ghost'] as const) {
      rerender(<Button variant={variant}>削除</Button>);
      expect(button).toHaveClass(variant, 'md');
    }
  });

  it('takes no presses while it loads, and keeps its name', async () => {
    const onClick = jest.fn();
    const { rerender } = render(<Button onClick={onClick}>保存</Button>);
    const button = screen.getByRole('button', { name: '保存' });
    await userEvent.click(button);
    rerender(
      <Button loading onClick={onClick}>
        保存
      </Button>,
    );
    await userEvent.click(button);
    expect(button).toBeDisabled();
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(button).toHaveAccessibleName('保存');
    expect(onClick).toHaveBeenCalledTimes(1);
  });

  it('gets back the focus that browsers take from a disabled button', () => {
    const { rerender } = render(<Button>保存</Button>);
    const button = screen.getByRole('button', { name: '保存' });
    button.focus();
    rerender(<Button loading>保存</Button>);
    button.blur();
    rerender(<Button>保存</Button>);
    expect(button).toHaveFocus();
  });

  it('leaves the focus where it was moved meanwhile', () => {
    const page = (loading: boolean) => (
      <>
        <Button loading={loading}>保存</Button>
        <input aria-label="題名" />
      </>
    );
    const { rerender } = render(page(false));
    screen.getByRole('button', { name: '保存' }).focus();
    rerender(page(true));
    screen.getByLabelText('題名').focus();
    rerender(page(false));
    expect(screen.getByLabelText('題名')).toHaveFocus();
  });

  it('may be a link', () => {
    render(<ButtonLink href="/x">開く</ButtonLink>);
    expect(screen.getByRole('link', { name: '開く' })).toHaveAttribute('href', '/x');
  });
});
