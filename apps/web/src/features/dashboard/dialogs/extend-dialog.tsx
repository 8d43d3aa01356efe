import { useId, useState } from 'react';
import type { MySite } from '../../../api/my-sites.js';
import { Button } from '../../../components/buttons/button.js';
import { classNames } from '../../../components/class-names.js';
import { Modal } from '../../../components/dialog/modal.js';
import { dashboardTexts } from '../../../texts/dashboard.js';
import { formatDateTime } from '../../../texts/ja.js';
import styles from './extend-dialog.module.css';

const text = dashboardTexts.extend;

export type Extension = 'days' | 'permanent';

interface ExtendDialogProps {
  site: MySite;
  /** When the site would end if extended by days. */
  extendedTo: Date;
  mayBePermanent: boolean;
  onClose: () => void;
  onExtend: (extension: Extension) => void;
  onRegister: () => void;
}

export function ExtendDialog({ site, extendedTo, mayBePermanent, onClose, onExtend, onRegister }: ExtendDialogProps) {
  const [chosen, setChosen] = useState<Extension>('days');
  const invites = chosen === 'permanent' && !mayBePermanent;
  return (
    <Modal
      actions={
        <>
          <Button onClick={onClose}>{dashboardTexts.dialog.cancel}</Button>
          <Button onClick={() => (invites ? onRegister() : onExtend(chosen))} variant="primary">
            {invites ? dashboardTexts.register : text.submit}
          </Button>
        </>
      }
      onClose={onClose}
      title={text.title}
    >
      <p>{site.title}</p>
      <fieldset className={styles['choices']}>
        <legend className={styles['legend']}>{text.choices}</legend>
        <Choice
          chosen={chosen === 'days'}
          detail={text.until(formatDateTime(extendedTo))}
          label={text.byDays}
          onChoose={() => setChosen('days')}
        />
        <Choice
          chosen={chosen === 'permanent'}
          detail={mayBePermanent ? text.permanentText : text.needsRegistration}
          label={text.permanent}
          onChoose={() => setChosen('permanent')}
        />
      </fieldset>
    </Modal>
  );
}

interface ChoiceProps {
  label: string;
  detail: string;
  chosen: boolean;
  onChoose: () => void;
}

function Choice({ label, detail, chosen, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <div className={classNames(styles['choice'], chosen && styles['chosen'])}>
      <input
        aria-describedby={`${id}-detail`}
        checked={chosen}
        id={id}
        name="extension"
        onChange={onChoose}
        type="radio"
      />
      <label className={styles['name']} htmlFor={id}>
        {label}
      </label>
      <span className={styles['detail']} id={`${id}-detail`}>
        {detail}
      </span>
    </div>
  );
}
