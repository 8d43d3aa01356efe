import { useAppConfig } from '../../../api/api.js';
import { Button } from '../../../components/buttons/button.js';
import { useCopy } from '../../../components/sharing/use-copy.js';
import { useKeepOpen } from '../../../components/dialog/keep-open.js';
import { downloadFile } from '../../../components/sharing/share-link.js';
import { CopyIcon } from '../../../components/icons/action-icons.js';
import { FileIcon } from '../../../components/icons/icons.js';
import type { NewRecoveryCodes } from '../../../session/recovery-code-calls.js';
import { formatDateTime } from '../../../texts/formats.js';
import { recoveryCodeTexts as text } from '../../../texts/account/recovery-codes.js';
import styles from '../settings.module.css';

interface ShownCodesProps extends NewRecoveryCodes {
  email: string;
  onKept: () => void;
}

/** Shows the codes themselves, which can be seen only now, and how to keep them. */
export function ShownCodes({ codes, createdAt, email, onKept }: ShownCodesProps) {
  const { productName } = useAppConfig();
  const { copy, isRefused, element } = useCopy<HTMLUListElement>(codes.join('\n'), text.copied);
  // The codes would be lost if Esc or the backdrop closed the dialog.
  useKeepOpen(true, text.unsaved);

  const save = () =>
    downloadFile(text.fileName, 'text/plain', text.file(productName, email, codes, formatDateTime(createdAt)));

  return (
    <>
      <p role="status">{text.once}</p>
      <ul aria-label={text.list} className={styles['codes']} ref={element}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {isRefused && <p role="alert">{text.copyFailed}</p>}
      <div className="wrap-12">
        <Button iconLeft={<CopyIcon />} onClick={copy}>
          {text.copy}
        </Button>
        <Button iconLeft={<FileIcon />} onClick={save}>
          {text.save}
        </Button>
        <Button onClick={onKept} variant="primary">
          {text.saved}
        </Button>
      </div>
    </>
  );
}
