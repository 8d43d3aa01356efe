import { customPathPattern, limits } from '@haru/contracts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useCheckPathQuery } from '../../api/api.js';
import { LinkButton } from '../../components/buttons/button.js';
import { useAfterPause } from '../../components/hooks.js';
import { LinkIcon } from '../../components/icons/action-icons.js';
import { CheckIcon } from '../../components/icons/icons.js';
import { TextInput } from '../../components/inputs/text-input.js';
import { callFailureOf, textOfCode } from '../../http/failure.js';
import { customPathTexts as text } from '../../texts/publish/file.js';
import { cleanCustomPath, isCustomPathAcceptable } from './custom-path.js';

interface CheckedPathFieldProps {
  value: string;
  label?: string;
  /** It is shown while nothing is known about the path. */
  hint?: string;
  problem: string | undefined;
  readOnly: boolean;
  takesFocus?: boolean;
  prefix: string;
  /** The page has this path already. */
  own?: string;
  onChange: (path: string) => void;
  /** Called with the path when it is taken, and with '' when it is free. */
  onTaken?: (path: string) => void;
}

/** It says whether the path is free, and offers a similar one where it is not. */
export function CheckedPathField({
  value,
  label = text.label,
  prefix,
  hint = prefix === '' ? text.secretHint : text.hint,
  problem,
  readOnly,
  takesFocus = false,
  own,
  onChange,
  onTaken,
}: CheckedPathFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  const check = usePathCheck(value, own);
  const note = useEffectEvent(() => onTaken?.(check === 'taken' ? value : ''));
  useEffect(() => {
    if (check === 'taken' || check === 'free') note();
  }, [check]);
  const taken = check === 'taken' ? text.taken : undefined;
  const unusable = check === 'reserved' ? textOfCode('PATH_RESERVED') : taken;
  const similar = taken === undefined ? '' : `${value.slice(0, limits.customPathMaxLength - 2)}-2`;
  const isSimilarFree = usePathCheck(similar, own) === 'free';
  return (
    <div>
      <TextInput
        autoCapitalize="off"
        autoComplete="off"
        error={problem ?? unusable ?? (isCustomPathAcceptable(value) ? undefined : text.rule)}
        hint={{ none: hint, checking: text.checking, free: text.free, taken: '', reserved: '' }[check]}
        icon={<LinkIcon />}
        label={label}
        onChange={(event) => {
          // Changing the text during a composition would break the Japanese input method.
          const composing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing;
          onChange(composing ? event.target.value : cleanCustomPath(event.target.value));
        }}
        onCompositionEnd={(event) => onChange(cleanCustomPath(event.currentTarget.value))}
        placeholder={text.placeholder}
        prefix={prefix}
        readOnly={readOnly}
        ref={input}
        spellCheck={false}
        suffix={check === 'free' && <CheckIcon />}
        value={value}
      />
      {isSimilarFree && (
        <LinkButton
          className="touch-link text-sm"
          onClick={() => {
            onChange(similar);
            input.current?.focus();
          }}
          // The link is higher than its text.
          style={{ marginBottom: -12 }}
        >
          {text.useSimilar(prefix + similar)}
        </LinkButton>
      )}
      <p className="visually-hidden" role="status">
        {check === 'free' ? text.free : unusable}
      </p>
    </div>
  );
}

/** The server is asked after a pause in typing of this length. */
const PAUSE_MS = 400;

/** Tells whether the typed path is available. Publishing decides: a check that failed for another reason means nothing. */
export function usePathCheck(path: string, own?: string): 'none' | 'checking' | 'free' | 'taken' | 'reserved' {
  const settled = useAfterPause(path, PAUSE_MS);
  const askable = path !== own && customPathPattern.test(path);
  const { currentData, error, isFetching } = useCheckPathQuery(settled, {
    skip: !askable || settled !== path,
    refetchOnMountOrArgChange: true,
  });
  if (!askable) return 'none';
  if (settled !== path || isFetching) return 'checking';
  if (callFailureOf(error)?.code === 'PATH_RESERVED') return 'reserved';
  if (currentData === undefined) return 'none';
  return currentData ? 'free' : 'taken';
}
