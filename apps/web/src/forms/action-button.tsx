import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, type ButtonProps } from '../components/buttons/button.js';
import { Refused } from '../components/notices/notice.js';
import { texts } from '../texts/ja.js';
import styles from './form.module.css';
import type { Action } from './use-action.js';

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
        <div className={styles['question']}>
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
