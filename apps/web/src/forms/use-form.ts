import { useState, type ChangeEvent, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { CallError } from '../http/app-config.js';
import { useKeepOpen } from '../components/dialog/keep-open.js';
import { fieldOf, refusalOf, type ActionTexts, type Refusal } from './action-failure.js';

type Values<Field extends string> = Record<Field, string>;
type Faults<Field extends string> = Partial<Record<Field, string | undefined>>;

export interface FormOptions<Field extends string> {
  initial: Values<Field>;
  /** What is wrong with the values, field by field; the first such field gets the focus. */
  check: (values: Values<Field>) => Faults<Field>;
  /** Rejects with CallError; a refusal about one of the fields stands beside it. */
  send: (values: Values<Field>) => Promise<void>;
  action: ActionTexts;
}

interface State<Field extends string> {
  faults: Faults<Field>;
  refusal?: Refusal;
}

/** One form: its values, what is wrong with them, and sending them once at a time. */
export function useForm<Field extends string>({ initial, check, send, action }: FormOptions<Field>) {
  const [values, setValues] = useState(initial);
  const [edited, setEdited] = useState(false);
  useKeepOpen(edited && Object.entries(values).some(([name, value]) => value !== initial[name as Field]));
  const [state, setState] = useState<State<Field>>({ faults: {} });
  const [working, setWorking] = useState(false);

  const stateOfError = (error: unknown): State<Field> => {
    if (!(error instanceof CallError)) throw error;
    const refusal = refusalOf(error.failure, action);
    const field = Object.keys(initial).find((name) => name === fieldOf(error.failure));
    return field === undefined
      ? { faults: {}, refusal }
      : { faults: Object.fromEntries([[field, refusal.text]]) as Faults<Field> };
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
      setEdited(false);
    } catch (error) {
      flushSync(() => {
        setWorking(false);
        setState(stateOfError(error));
      });
      focusFirstFault(form);
    }
  };

  const change = (name: Field, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setEdited(true);
    setState(({ faults: { [name]: _mended, ...others } }) => ({ faults: others as Faults<Field> }));
  };

  return {
    values,
    working,
    refusal: state.refusal,
    formProps: { noValidate: true, onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event) },
    fieldProps: (name: Field) => ({
      name,
      value: values[name],
      error: state.faults[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => change(name, event.target.value),
      readOnly: working,
    }),
    reset: () => {
      setValues(initial);
      setEdited(false);
      setState({ faults: {} });
    },
  };
}

/** A button that was disabled while it worked has lost the focus; without a faulty field it gets it back. */
function focusFirstFault(form: HTMLFormElement): void {
  const faulty = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (faulty) faulty.focus();
  else if (!form.contains(document.activeElement)) form.querySelector<HTMLElement>('[type="submit"]')?.focus();
}
