import type { CaseKind, SiteOverview } from '@haru/contracts';
import { useOpenCaseMutation } from '../../../api/admin/admin-cases.js';
import { SelectInput } from '../../../components/inputs/select-input.js';
import { adminCaseTexts } from '../../../texts/cases/admin-cases.js';
import { ReasonDialog, useReasonForm } from '../reason-dialog.js';

const text = adminCaseTexts.open;
const initial: { kind: CaseKind } = { kind: 'phishing' };

interface OpenCaseDialogProps {
  site: Pick<SiteOverview, 'id' | 'path' | 'title'>;
  onClose: () => void;
  onOpened: () => void;
}

/** An admin's own finding: the page joins the queue. */
export function OpenCaseDialog({ site, onClose, onOpened }: OpenCaseDialogProps) {
  const [open] = useOpenCaseMutation();
  const form = useReasonForm(
    initial,
    ({ kind, reason }) => open({ site: site.id, kind, reason }).unwrap(),
    () => {
      onClose();
      onOpened();
    },
  );
  return (
    <ReasonDialog confirm={text.submit} form={form} onClose={onClose} title={text.title(site.path)}>
      <p>{site.title}</p>
      <SelectInput label={text.kind} options={adminCaseTexts.kinds} {...form.selectProps('kind')} />
    </ReasonDialog>
  );
}
