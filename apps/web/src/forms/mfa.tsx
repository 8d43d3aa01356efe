import { useState } from 'react';
import { useListFactorsQuery } from '../api/factors.js';
import { codeOfError } from '../http/failure.js';
import { idOf } from '../session/account.js';
import { lastUsedFirst, useAuthCalls } from '../session/auth-calls.js';
import { useAccount } from '../session/session-slice.js';
import { codeFault, plainCode, CodeInput, type CodeInputProps } from './fields.js';
import { CodeNeeded } from './action-failure.js';
import { ChoiceGroup, RadioChoice } from '../components/inputs/choices.js';
import { authTexts } from '../texts/account/auth.js';
import { formatDateTime } from '../texts/formats.js';

const text = authTexts.mfa;

/**
 * Says which of several authenticator apps a code is from: the one used last, until another is chosen. The factors are
 * read while `wanted`. Sending the code reads them again, and shows what is wrong.
 */
export function useFactorChoice(wanted: boolean) {
  const { data: factors = [] } = useListFactorsQuery({ account: idOf(useAccount()) ?? '' }, { skip: !wanted });
  const [chosen, choose] = useState<string>();
  return { factors, chosen: chosen ?? lastUsedFirst(factors)[0]?.id, choose };
}

/** The server does some things only after the second step: the code is asked for when it is missing, and sent once. */
export function useMfa() {
  const { passMfa } = useAuthCalls();
  const [asked, setAsked] = useState(false);
  const choice = useFactorChoice(asked);
  return {
    asked,
    choice,
    fault: (code: string) => (asked ? codeFault(code) : undefined),
    /** Passes the step with `code` if it was asked for, then acts. Rejects with CallError, or CodeNeeded at first. */
    before: async (code: string, act: () => Promise<unknown>): Promise<void> => {
      if (asked) await passMfa(plainCode(code), choice.chosen);
      setAsked(false);
      try {
        await act();
      } catch (error) {
        const needsCode = codeOfError(error) === 'insufficient_aal';
        setAsked(needsCode);
        throw needsCode && !asked ? new CodeNeeded() : error;
      }
    },
  };
}

export function MfaFields({ choice, ...code }: { choice: ReturnType<typeof useFactorChoice> } & CodeInputProps) {
  return (
    <>
      {choice.factors.length > 1 && (
        <ChoiceGroup legend={text.which}>
          {choice.factors.map(({ id, friendly_name: name = '', created_at: createdAt }) => (
            <RadioChoice
              checked={id === choice.chosen}
              detail={text.since(formatDateTime(new Date(createdAt)))}
              key={id}
              label={name}
              name="factor"
              onChange={() => choice.choose(id)}
              value={id}
            />
          ))}
        </ChoiceGroup>
      )}
      <CodeInput {...code} />
    </>
  );
}

/** Asks for the code of an authenticator app once the server has said that it needs one. */
export function MfaStep({ mfa, ...code }: { mfa: ReturnType<typeof useMfa> } & CodeInputProps) {
  return mfa.asked && <MfaFields choice={mfa.choice} hint={text.needed} takesFocus {...code} />;
}
