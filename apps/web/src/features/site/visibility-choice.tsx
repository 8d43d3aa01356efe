import { useState } from 'react';
import { isClosed, type MySite, usePageAddresses } from '../../api/sites/my-site.js';
import { useUpdateSitesMutation } from '../../api/sites/my-sites.js';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.js';
import { SelectInput } from '../../components/inputs/text-input.js';
import { useNotices } from '../../components/notices/notices.js';
import { callFailureOf } from '../../http/failure.js';
import { publishTexts } from '../../texts/publish/publish.js';
import { dashboardTexts } from '../../texts/sites/dashboard.js';
import { siteChanges, type NamedChange, listFailureText } from './site-changes.js';
import { PasswordDialog } from './field-dialogs.js';

const { public: anybody, secret, password } = publishTexts.visibilities;
const { makePublic } = dashboardTexts;

interface VisibilityChoiceProps {
  labelHidden?: boolean;
  site: Pick<MySite, 'id' | 'title' | 'visibility'>;
  /** It gets the page with its new address. */
  onChanged: (site: MySite) => void;
}

/** Says who sees the page, and changes it. Only a page with an own origin can have a password. */
export function VisibilityChoice({ site, labelHidden = false, onChanged }: VisibilityChoiceProps) {
  const hasOwnOrigins = usePageAddresses()?.ownOrigins !== undefined;
  const { showToast, showNotice } = useNotices();
  const [updateSites, { isLoading }] = useUpdateSitesMutation();
  const [asked, setAsked] = useState<'public' | 'password'>();
  const close = () => setAsked(undefined);
  const apply = async ({ change, done }: NamedChange) => {
    close();
    const { data, error } = await updateSites({ id: site.id, change });
    const failure = callFailureOf(error);
    if (failure) showNotice({ kind: 'fault', text: listFailureText(failure) });
    if (!data) return;
    onChanged(data);
    showToast(done);
  };
  return (
    <>
      <SelectInput
        chosen={isClosed(site.visibility) ? site.visibility : 'public'}
        disabled={isLoading}
        label={publishTexts.visibility}
        labelHidden={labelHidden}
        onChoose={(choice) => (choice === 'secret' ? void apply(siteChanges.makeSecret()) : setAsked(choice))}
        options={{ public: anybody, secret, ...(hasOwnOrigins ? { password } : {}) }}
      />
      {asked === 'password' && <PasswordDialog onChanged={onChanged} onClose={close} site={site} />}
      {asked === 'public' && (
        <ConfirmDialog
          confirm={makePublic.submit}
          danger
          onClose={close}
          onConfirm={() => void apply(siteChanges.makePublic())}
          title={makePublic.title}
        >
          <p>{makePublic.text(site.title)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
