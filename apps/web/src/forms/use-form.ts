import { useState, type ChangeEvent, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { callFailureOf, type CallFailure } from '../http/failure.js';
import { useKeepOpen } from '../components/dialog/keep-open.js';
import { texts } from '../texts/ja.js';
import {
  CodeNeeded,
  fieldOf as fieldOfCode,
  refusalOf as refusalOfFailure,
  type ActionTexts,
  type Refusal,
} from './action-failure.js';

type FieldOf<Values> = Extract<keyof Values, string>;
type FieldWith<Values, Value> = {
  [Name in FieldOf<Values>]: Values[Name] extends Value ? Name : never;
}[FieldOf<Values>];
type Faults<Values> = Partial<Record<FieldOf<Values>, string | undefined>>;

interface FormOptions<Values extends object> {
  initial: Values;
  /** Says what is wrong with the values, field by field; the first such field gets the focus. */
  check?: (values: Values) => Faults<Values>;
  /** Rejects with CallError, or with what an endpoint's `unwrap()` rejects with. */
  send: (values: Values) => Promise<unknown>;
  action?: ActionTexts;
  /** Whether closing the dialog around would lose something. */
  keepsOpen?: boolean;
  /** Returns the field that a refusal is about; the refusal is shown beside it. */
  fieldOf?: (failure: CallFailure) => string | undefined;
  refusalOf?: (failure: CallFailure, action: ActionTexts) => Refusal;
}

interface State<Values> {
  faults: Faults<Values>;
  refusal?: Refusal;
}

/** Holds the input over the initial values. It is dropped when those change. */
interface Typed<Values> {
  initial: Values;
  values: Values;
  isEdited: boolean;
}

export type FormState<Values extends object> = ReturnType<typeof useForm<Values>>;

export function useForm<Values extends object>({
  initial,
  check = () => ({}),
  send,
  action = { failed: texts.call.failed },
  keepsOpen = true,
  fieldOf = fieldOfCode,
  refusalOf = refusalOfFailure,
}: FormOptions<Values>) {
  type Field = FieldOf<Values>;
  const untouched: Typed<Values> = { initial, values: initial, isEdited: false };
  const current = (before: Typed<Values>) => (hasSameValues(before.initial, initial) ? before : untouched);
  const [typed, setTyped] = useState(untouched);
  const { values, isEdited } = current(typed);
  useKeepOpen(keepsOpen && isEdited && !hasSameValues(values, initial));
  const [state, setState] = useState<State<Values>>({ faults: {} });
  const [working, setWorking] = useState(false);

  const stateOfError = (error: unknown): State<Values> => {
    if (error instanceof CodeNeeded) return { faults: {} };
    const failure = callFailureOf(error);
    if (!failure) throw error;
    const refusal = refusalOf(failure, action);
    const field = Object.keys(initial).find((name) => name === fieldOf(failure));
    return field === undefined
      ? { faults: {}, refusal }
      : { faults: Object.fromEntries([[field, refusal.text]]) as Faults<Values> };
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (working) return;
    const faults = check(values);
    if (Object.values(faults).some((fault) => fault !== undefined)) {
      flushSync(() => setState({ faults }));
      focusFirstFault(form);
      return;
    }
    setState({ faults: {} });
    setWorking(true);
    try {
      await send(values);
      setWorking(false);
      setTyped((before) => ({ ...before, isEdited: false }));
    } catch (error) {
      flushSync(() => {
        setWorking(false);
        setState(stateOfError(error));
      });
      focusFirstFault(form);
    }
  };

  const change = <Name extends Field>(name: Name, value: Values[Name]) => {
    setTyped((before) => {
      const kept = current(before);
      return { ...kept, values: { ...kept.values, [name]: value }, isEdited: true };
    });
    setState(({ faults }) => ({ faults: { ...faults, [name]: undefined } }));
  };

  return {
    values,
    working,
    faults: state.faults,
    refusal: state.refusal,
    formProps: { noValidate: true, onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event) },
    fieldProps: <Name extends FieldWith<Values, string>>(name: Name) => ({
      name,
      value: values[name] as Values[Name] & string,
      error: state.faults[name],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        change(name, event.target.value as Values[Name]),
      readOnly: working,
    }),
    selectProps: <Name extends FieldWith<Values, string>>(name: Name) => ({
      name,
      chosen: values[name] as Values[Name] & string,
      onChoose: (value: Values[Name]) => change(name, value),
      disabled: working,
    }),
    checkProps: (name: FieldWith<Values, boolean>) => ({
      name,
      checked: values[name] as boolean,
      onChange: (event: ChangeEvent<HTMLInputElement>) => change(name, event.target.checked as Values[typeof name]),
      disabled: working,
    }),
    radioProps: <Name extends Field>(name: Name, value: Values[Name] & string) => ({
      name,
      value,
      checked: values[name] === value,
      onChange: () => change(name, value),
      disabled: working,
    }),
    change,
    reset: () => {
      setTyped(untouched);
      setState({ faults: {} });
    },
  };
}

function hasSameValues(one: object, other: object): boolean {
  return Object.entries(one).every(([name, value]) => value === Reflect.get(other, name));
}

/** A button that was disabled during the call has lost the focus; without a faulty field it gets it back. */
function focusFirstFault(form: HTMLFormElement): void {
  const faulty = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (faulty) faulty.focus();
  else if (!form.contains(document.activeElement)) submitButtonOf(form)?.focus();
}

/** In a dialog the button stands at its foot, outside of the form. */
function submitButtonOf(form: HTMLFormElement): HTMLElement | undefined {
  return [...form.elements].find((element) => element instanceof HTMLButtonElement && element.type === 'submit') as
    HTMLElement | undefined;
}
