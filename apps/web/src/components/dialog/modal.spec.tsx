import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Modal, type ModalProps } from './modal.js';

const onClose = jest.fn();

function Page(props: Partial<ModalProps>) {
  const [open, setOpen] = useState(false);
  const close = () => {
    onClose();
    setOpen(false);
  };
  return (
    <>
      <button onClick={() => setOpen(true)} type="button">
        open
      </button>
      {open && (
        <Modal onClose={close} title="題" {...props}>
          <input aria-label="first" defaultValue="text" />
          <button disabled type="button">
            disabled
          </button>
          <button type="button">last</button>
        </Modal>
      )}
    </>
  );
}

async function openModal(props: Partial<ModalProps> = {}) {
  onClose.mockClear();
  const user = userEvent.setup();
  render(<Page {...props} />);
  const opener = screen.getByRole('button', { name: 'open' });
  await user.click(opener);
  return { user, opener, dialog: screen.getByRole('dialog') };
}

describe('Modal', () => {
  it('is named by its title', async () => {
    const { dialog } = await openModal();
    expect(dialog).toHaveAccessibleName('題');
    expect(screen.getByRole('heading', { name: '題' })).toBeVisible();
  });

  it('takes the focus, keeps it, and gives it back', async () => {
    const { user, opener, dialog } = await openModal();
    expect(dialog).toHaveFocus();
    const stops = [
      screen.getByRole('button', { name: '閉じる' }),
      screen.getByRole('textbox', { name: 'first' }),
      screen.getByRole('button', { name: 'last' }),
    ];
    for (const stop of [...stops, ...stops]) {
      await user.tab();
      expect(stop).toHaveFocus();
    }
    for (const stop of [stops[1], stops[0], stops[2]]) {
      await user.tab({ shift: true });
      expect(stop).toHaveFocus();
    }
    await user.click(screen.getByRole('button', { name: '閉じる' }));
    expect(opener).toHaveFocus();
  });

  it('gives the focus to its first field where it is a form, with its text selected', async () => {
    await openModal({ focusesField: true });
    const first = screen.getByRole<HTMLInputElement>('textbox', { name: 'first' });
    expect(first).toHaveFocus();
    expect([first.selectionStart, first.selectionEnd]).toEqual([0, 'text'.length]);
  });

  it('leaves the page where it is when the focus goes to its content, as after signing in', async () => {
    const SignIn = () => {
      const [step, setStep] = useState<'out' | 'asked' | 'in'>('out');
      return (
        <main tabIndex={-1}>
          {step !== 'in' && (
            <button onClick={() => setStep('asked')} type="button">
              open
            </button>
          )}
          {step === 'asked' && (
            <Modal onClose={() => setStep('in')} title="題">
              text
            </Modal>
          )}
        </main>
      );
    };
    const user = userEvent.setup();
    render(<SignIn />);
    await user.click(screen.getByRole('button', { name: 'open' }));
    const main = screen.getByRole('main');
    const focus = jest.spyOn(main, 'focus');
    await user.click(screen.getByRole('button', { name: '閉じる' }));
    expect(main).toHaveFocus();
    expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
  });

  it('goes backwards to its last control at first', async () => {
    const { user } = await openModal();
    await user.tab({ shift: true });
    expect(screen.getByRole('button', { name: 'last' })).toHaveFocus();
  });

  it('closes on Esc, and on a press beside it but not inside', async () => {
    const { user, dialog, opener } = await openModal();
    await user.click(screen.getByRole('heading'));
    expect(dialog).toBeInTheDocument();
    await user.click(dialog);
    expect(dialog).not.toBeInTheDocument();
    await user.click(opener);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('stays when something would be lost', async () => {
    const { user, dialog } = await openModal({ staysOpen: true });
    await user.click(dialog);
    await user.keyboard('{Escape}');
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: '続ける' }));
    expect(screen.queryByRole('button', { name: '破棄して閉じる' })).not.toBeInTheDocument();
    expect(dialog).toHaveFocus();
    await user.click(screen.getByRole('button', { name: '閉じる' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('is closed by nothing while it works', async () => {
    const { user, dialog } = await openModal({ working: true });
    await user.click(dialog);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: '閉じる' }));
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: '閉じる' })).toBeDisabled();
  });

  it.each(['sm', 'md', 'lg'] as const)('has the width %s', async (width) => {
    const { dialog } = await openModal({ width });
    expect(dialog).toHaveClass(width);
  });
});
