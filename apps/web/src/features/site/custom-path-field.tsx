import { customPathPattern, limits } from '@haru/contracts';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useCheckPathQuery } from '../../api/api.js';
import { LinkButton } from '../../components/buttons/button.js';
import { useAfterPause } from '../../components/hooks.js';
import { LinkIcon } from '../../components/icons/action-icons.js';
import { CheckIcon } from '../../components/icons/icons.js';
import { TextInput } from '../../components/inputs/text-input.js';
import { customPathTexts } from '../../texts/publish/file.js';
import { cleanCustomPath, isCustomPathAcceptable } from './custom-path.js';

interface CustomPathFieldProps {
  value: string;
  label?: string;
  hint: string;
  problem: string | undefined;
  readOnly: boolean;
  takesFocus?: boolean;
  /** It is free and can be chosen instead. */
  similar?: string | undefined;
  prefix?: string;
  suffix?: ReactNode;
  onChange: (path: string) => void;
}

function CustomPathField({
  value,
  label = customPathTexts.label,
  problem,
  takesFocus = false,
  prefix = customPathTexts.prefix,
  similar,
  onChange,
  ...rest
}: CustomPathFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  return (
    <>
      <TextInput
        {...rest}
        autoCapitalize="off"
        autoComplete="off"
        error={problem ?? (isCustomPathAcceptable(value) ? undefined : customPathTexts.rule)}
        icon={<LinkIcon />}
        label={label}
        onChange={(event) => {
          // Changing the text during a composition would break the Japanese input method.
          const composing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing;
          onChange(composing ? event.target.value : cleanCustomPath(event.target.value));
        }}
        onCompositionEnd={(event) => onChange(cleanCustomPath(event.currentTarget.value))}
        placeholder={customPathTexts.placeholder}
        prefix={prefix}
        ref={input}
        spellCheck={false}
        value={value}
      />
      {similar !== undefined && (
        <LinkButton
          className="touch-link"
          onClick={() => {
            onChange(similar);
            input.current?.focus();
          }}
        >
          {customPathTexts.useSimilar(prefix + similar)}
        </LinkButton>
      )}
    </>
  );
}

const hints = {
  none: customPathTexts.hint,
  checking: customPathTexts.checking,
  free: customPathTexts.free,
  taken: '',
} as const;

interface CheckedPathFieldProps extends Omit<CustomPathFieldProps, 'hint'> {
  /** It stands there as long as nothing is known about the path. */
  hint?: string;
  /** The page has this path already. */
  own?: string;
  /** Called with the path when it is taken, and with '' when it is free. */
  onTaken: (path: string) => void;
}

/** It says whether the path is free, and offers a similar one where it is not. */
export function CheckedPathField({ problem, onTaken, own, hint, ...rest }: CheckedPathFieldProps) {
  const check = usePathCheck(rest.value, own);
  const note = useEffectEvent(() => onTaken(check === 'taken' ? rest.value : ''));
  useEffect(() => {
    if (check === 'taken' || check === 'free') note();
  }, [check]);
  const taken = check === 'taken' ? customPathTexts.taken : undefined;
  const similar = taken === undefined ? '' : `${rest.value.slice(0, limits.customPathMaxLength - 2)}-2`;
  const isSimilarFree = usePathCheck(similar, own) === 'free';
  const usual = hint ?? (rest.prefix === '' ? customPathTexts.secretHint : hints.none);
  return (
    <>
      <CustomPathField
        {...rest}
        hint={check === 'none' ? usual : hints[check]}
        problem={problem ?? taken}
        similar={isSimilarFree ? similar : undefined}
        suffix={check === 'free' && <CheckIcon />}
      />
      <p className="visually-hidden" role="status">
        {check === 'free' ? customPathTexts.free : taken}
      </p>
    </>
  );
}

/** The server is asked after a pause in typing of this length. */
const PAUSE_MS = 400;

/** Tells whether the typed path is available. Publishing decides: a failed check means nothing. */
function usePathCheck(path: string, own?: string): keyof typeof hints {
  const settled = useAfterPause(path, PAUSE_MS);
  const askable = path !== own && customPathPattern.test(path);
  const { currentData, isFetching } = useCheckPathQuery(settled, {
    skip: !askable || settled !== path,
    refetchOnMountOrArgChange: true,
  });
  if (!askable) return 'none';
  if (settled !== path || isFetching) return 'checking';
  if (currentData === undefined) return 'none';
  return currentData ? 'free' : 'taken';
}
