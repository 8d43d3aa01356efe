import { useState } from 'react';
import { CallError } from '../http/app-config.js';
import { refusalOf, type ActionTexts } from './action-failure.js';

export type ActionRefusal = ReturnType<typeof refusalOf>;

interface State {
  working: boolean;
  done: boolean;
  refusal?: ActionRefusal;
}

/** A button's call: it works, it is done, or it was refused. `act` rejects with CallError. */
export function useAction(act: () => Promise<unknown>, action: ActionTexts, done = false): State & { run: () => void } {
  const [state, setState] = useState<State>({ working: false, done });
  const run = async () => {
    setState({ working: true, done: false });
    try {
      await act();
      setState({ working: false, done: true });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setState({ working: false, done: false, refusal: refusalOf(error.failure, action) });
    }
  };
  return { ...state, run: () => void run() };
}
