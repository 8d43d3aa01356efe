import type { CaseKind, SiteOverview } from '@haru/contracts';
import { useOpenCaseMutation } from '../../../api/admin-cases.js';
import { SelectInput } from '../../../components/inputs/select-input.js';
import { adminCaseTexts } from '../../../texts/cases/admin-cases.js';
import { concernsImages, SexualImages } from '../../cases/sexual-images.js';
import { ReasonDialog, useReasonForm } from '../reason-dialog.js';

const text = adminCaseTexts.open;
const initial: { kind: CaseKind; sexualImages: boolean } = { kind: 'phishing', sexualImages: false };

interface OpenCaseDialogProps {
  site: Pick<SiteOverview, 'id' | 'path' | 'title'>;
  onClose: () => void;
  onOpened: () => void;
}

export function OpenCaseDialog({ site, onClose, onOpened }: OpenCaseDialogProps) {
  const [open] = useOpenCaseMutation();
  const form = useReasonForm(
    initial,
    ({ kind, sexualImages, reason }) =>
      open({ site: site.id, kind, reason, concernsSexualImages: concernsImages(kind, sexualImages) }).unwrap(),
    () => {
      onClose();
      onOpened();
    },
  );
  return (
    <ReasonDialog confirm={text.submit} form={form} onClose={onClose} title={text.title(site.path)}>
      <p>{site.title}</p>
      <SelectInput label={text.kind} options={adminCaseTexts.kinds} {...form.selectProps('kind')} />
      <SexualImages {...adminCaseTexts.images} {...form.checkProps('sexualImages')} kind={form.values.kind} />
    </ReasonDialog>
  );
}
