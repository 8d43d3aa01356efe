import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { TextInput } from './text-input.js';

describe('TextInput', () => {
  it('ties label, hint, icon and error to the field', () => {
    const { rerender } = render(<TextInput hint="任意" icon={<i data-testid="icon" />} label="名前" />);
    const field = screen.getByRole('textbox', { name: '名前' });
    expect(field).toHaveAccessibleDescription('任意');
    expect(field).toBeValid();
    expect(screen.getByTestId('icon')).toBeInTheDocument();

    rerender(<TextInput error="短すぎます" hint="任意" label="名前" />);
    expect(field).toHaveAccessibleDescription('短すぎます');
    expect(field).toBeInvalid();
  });

  it('has no description without hint and error', () => {
    render(<TextInput label="名前" />);
    expect(screen.getByRole('textbox', { name: '名前' })).not.toHaveAttribute('aria-describedby');
  });
});
