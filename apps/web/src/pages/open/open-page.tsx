import { focusWhenShown } from '../../components/focus/lost-focus.js';
import { useParams } from 'react-router-dom';
import { useOpenSiteMutation } from '../../api/sites/open-site.js';
import { PagePasswordInput } from '../../features/site/page-password-input.js';
import { Form } from '../../forms/form.js';
import { useForm } from '../../forms/use-form.js';
import { screens } from '../../paths.js';
import { passwordTexts } from '../../texts/sites/password.js';
import { LinkPage } from '../auth/link-page.js';

const text = passwordTexts.open;

/** `/open/{path}` asks for the password of a page, and then leads to the page. It says nothing about the page. */
export function OpenPage() {
  const { path = '' } = useParams();
  const [openSite] = useOpenSiteMutation();
  const form = useForm({
    initial: { password: '' },
    keepsOpen: false,
    check: ({ password }) => ({ password: password.trim() === '' ? text.blank : undefined }),
    send: async ({ password }) => window.location.replace(await openSite({ path, password }).unwrap()),
    action: text,
    fieldOf: ({ code }) => (code === 'PAGE_PASSWORD_WRONG' ? 'password' : undefined),
  });
  return (
    <LinkPage leadsHome={false} title={screens.open.title}>
      <meta content="noindex" name="robots" />
      <p className="written">{text.lead}</p>
      <Form form={form} submit={text.submit}>
        <PagePasswordInput {...form.fieldProps('password')} ref={focusWhenShown} />
      </Form>
    </LinkPage>
  );
}
