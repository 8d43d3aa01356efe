import { CodeInput, type FieldProps } from '../fields.js';
import { formatDateTime } from '../../texts/formats.js';
import { authTexts } from '../../texts/account/auth.js';
import styles from '../fields.module.css';
import type { FactorChoice } from './use-second-step.js';

const text = authTexts.secondStep;

/** It asks for the code and, with several authenticator apps, which of them shows it. */
export function SecondStepFields({ choice, ...code }: { choice: FactorChoice; takesFocus?: boolean } & FieldProps) {
  return (
    <>
      {choice.factors.length > 1 && (
        <fieldset className={styles['choices']}>
          <legend className={styles['legend']}>{text.which}</legend>
          {choice.factors.map(({ id, name, createdAt }) => (
            <label className={styles['choice']} key={id}>
              <input
                checked={id === choice.chosen}
                name="factor"
                onChange={() => choice.choose(id)}
                type="radio"
                value={id}
              />
              <span>{name}</span>
              <span className={styles['since']}>{text.since(formatDateTime(new Date(createdAt)))}</span>
            </label>
          ))}
        </fieldset>
      )}
      <CodeInput {...code} />
    </>
  );
}
