import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { callFailureOf } from '../http/call.js';
import { refusalOf, type ActionTexts } from './action-failure.js';

export type ActionRefusal = ReturnType<typeof refusalOf>;

interface State {
  working: boolean;
  done: boolean;
  refusal?: ActionRefusal;
}

export interface Action extends State {
  run: () => void;
}

/** Holds a button's call while it works, is done, or was refused. `act` rejects as `send` of a form does. */
export function useAction(act: () => Promise<unknown>, action: ActionTexts, done = false): Action {
  const [state, setState] = useState<State>({ working: false, done });
  const run = async () => {
    setState({ working: true, done: false });
    try {
      await act();
      setState({ working: false, done: true });
    } catch (error) {
      const failure = callFailureOf(error);
      if (!failure) throw error;
      setState({ working: false, done: false, refusal: refusalOf(failure, action) });
    }
  };
  return { ...state, run: () => void run() };
}

/** Runs the action once, when the component mounts, because the same request cannot succeed twice. */
export function useActionOnce(act: () => Promise<unknown>, texts: ActionTexts): Action {
  const action = useAction(act, texts);
  const begun = useRef(false);
  const begin = useEffectEvent(action.run);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    begin();
  }, []);
  return action;
}
