import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, type ButtonProps } from '../components/buttons/button.js';
import { Refused } from '../components/notices/notice.js';
import { callFailureOf } from '../http/failure.js';
import { texts } from '../texts/ja.js';
import { refusalOf, type ActionTexts } from './action-failure.js';
import styles from './form.module.css';

export type ActionRefusal = ReturnType<typeof refusalOf>;

export type Action = ReturnType<typeof useAction>;

/** Holds a button's call while it works, is done, or was refused. `act` rejects as `send` of a form does. */
export function useAction(act: () => Promise<unknown>, action: ActionTexts, done = false) {
  const [state, setState] = useState<{ working: boolean; done: boolean; refusal?: ActionRefusal }>({
    working: false,
    done,
  });
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

interface ActionButtonProps extends Omit<ButtonProps, 'loading' | 'onClick'> {
  action: Action;
  question?: string | undefined;
  onAsk?: (() => void) | undefined;
}

export function ActionButton({ action, question, onAsk, children, ...button }: ActionButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  // The pressed button is removed, so the one in its place takes the focus.
  const ask = (asks: boolean) => {
    if (asks) onAsk?.();
    flushSync(() => setAsking(asks));
    first.current?.focus();
  };
  const confirm = () => {
    ask(false);
    action.run();
  };
  return (
    <>
      {isAsking ? (
        <div className={`stack-16 ${styles['question']}`}>
          <p role="status">{question}</p>
          <div className="wrap-12">
            <Button onClick={() => ask(false)} ref={first} size={button.size}>
              {texts.modal.cancel}
            </Button>
            <Button onClick={confirm} size={button.size} variant="danger">
              {children}
            </Button>
          </div>
        </div>
      ) : (
        <Button
          {...button}
          loading={action.working}
          onClick={question === undefined ? action.run : () => ask(true)}
          ref={first}
        >
          {children}
        </Button>
      )}
      <Refused refusal={action.refusal} />
    </>
  );
}
