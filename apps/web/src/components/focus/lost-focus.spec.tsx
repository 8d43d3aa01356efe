import { expect, it } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { useLostFocus } from './lost-focus.js';

function Rows() {
  const root = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState(['a', 'b']);
  const [hasList, setHasList] = useState(true);
  useLostFocus(root);
  return (
    <div ref={root}>
      <main tabIndex={-1}>
        {hasList && (
          <section aria-label="list" tabIndex={-1}>
            {rows.map((row) => (
              <button key={row} onClick={() => setRows(rows.filter((other) => other !== row))} type="button">
                {row}
              </button>
            ))}
            <button onClick={() => setHasList(false)} type="button">
              all
            </button>
          </section>
        )}
      </main>
    </div>
  );
}

it('gives the focus of what is removed to the closest container that is left', async () => {
  const user = userEvent.setup();
  render(<Rows />);
  await user.click(screen.getByRole('button', { name: 'a' }));
  await waitFor(() => expect(screen.getByRole('region', { name: 'list' })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'all' }));
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

it('leaves the focus alone where something else has it', async () => {
  const user = userEvent.setup();
  render(<Rows />);
  await user.tab();
  await user.tab();
  expect(screen.getByRole('button', { name: 'b' })).toHaveFocus();
  fireEvent.click(screen.getByRole('button', { name: 'a' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'a' })).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'b' })).toHaveFocus();
});
