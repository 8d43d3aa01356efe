import { type CaseKind, limits, reportFault, customPathPattern, type PageAddresses } from '@haru/contracts';
import { useReportSiteMutation } from '../../../api/cases.js';
import { usePageAddresses } from '../../../api/sites/my-site.js';
import { ChoiceGroup, RadioChoice } from '../../../components/inputs/choices.js';
import { TextArea, TextInput } from '../../../components/inputs/text-input.js';
import { OptionalEmailInput } from '../../../forms/fields.js';
import { Form } from '../../../forms/form.js';
import { useForm } from '../../../forms/use-form.js';
import { reportPageTexts as text } from '../../../texts/cases/report-page.js';
import { caseTextFault } from '../case-state.js';
import { concernsImages, SexualImages } from '../sexual-images.js';
import { ButtonLink } from '../../../components/buttons/button.js';
import { SecretLink } from '../../../components/sharing/copy-line.js';

const kinds = Object.keys(text.kinds) as CaseKind[];

export interface SentReport {
  caseUrl: string;
  isAnswered: boolean;
}

export function ReportForm({ path, onSent }: { path: string; onSent: (sent: SentReport) => void }) {
  const addresses = usePageAddresses();
  const [report] = useReportSiteMutation();
  const known = addresses?.urlOf(path) ?? path;
  const initial: { url: string; kind: CaseKind | ''; sexualImages: boolean; description: string; email: string } = {
    url: path === '' ? '' : known,
    kind: '',
    sexualImages: false,
    description: '',
    email: '',
  };
  const form = useForm({
    initial,
    check: ({ url, kind, description, email }) => ({
      url: reportedPathOf(url, addresses) === undefined ? text.faults.url : undefined,
      kind: kind === '' ? text.faults.kind : undefined,
      description: caseTextFault(description, limits.reportDescriptionMaxLength),
      email: emailFault(email),
    }),
    send: async ({ url, kind, sexualImages, description, email }) => {
      const reported = reportedPathOf(url, addresses);
      if (reported === undefined || kind === '') return;
      const caseUrl = await report({
        path: reported,
        kind,
        description: description.trim(),
        email: email.trim() || undefined,
        concerns_sexual_images: concernsImages(kind, sexualImages) || undefined,
      }).unwrap();
      onSent({ caseUrl, isAnswered: email.trim() !== '' });
    },
    action: { failed: text.failed },
  });
  const { kind } = form.values;
  const kindFault = form.faults.kind;
  return (
    <Form form={form} submit={text.submit}>
      <TextInput
        autoCapitalize="none"
        autoComplete="off"
        hint={text.urlHint}
        inputMode="url"
        label={text.url}
        spellCheck={false}
        {...form.fieldProps('url')}
      />
      <ChoiceGroup fault={kindFault} legend={text.kind}>
        {kinds.map((name) => (
          <RadioChoice
            {...form.radioProps('kind', name)}
            aria-invalid={kindFault === undefined ? undefined : true}
            detail={text.kindDetails[name]}
            key={name}
            label={text.kinds[name]}
          />
        ))}
      </ChoiceGroup>
      <SexualImages
        {...form.checkProps('sexualImages')}
        hint={text.sexualImagesHint}
        kind={kind}
        label={text.sexualImages}
      />
      <TextArea
        label={text.description}
        max={limits.reportDescriptionMaxLength}
        placeholder={text.descriptionPlaceholder}
        rows={6}
        {...form.fieldProps('description')}
      />
      <OptionalEmailInput hint={text.emailHint} label={text.email} {...form.fieldProps('email')} />
    </Form>
  );
}

function emailFault(email: string): string | undefined {
  return reportFault({ title: text.kind, description: text.description, email }) && text.faults.email;
}

export function reportedPathOf(typed: string, addresses: PageAddresses | undefined): string | undefined {
  const words = typed.trim();
  if (customPathPattern.test(words)) return words;
  const address = /^https?:\/\//i.test(words) ? words : `https://${words}`;
  if (!URL.canParse(address)) return undefined;
  const { host, pathname } = new URL(address);
  const role = addresses?.roleOf(host);
  if (role?.kind === 'page') return role.path;
  if (role && role.kind !== 'pages-host' && role.kind !== 'app') return undefined;
  const path = /^\/(?:share|site|open)\/([^/~]+)/.exec(pathname)?.[1];
  return path !== undefined && customPathPattern.test(path) ? path : undefined;
}

export function ReportThanks({ caseUrl }: { caseUrl: string }) {
  return (
    <>
      <p className="amber-box written">
        <strong>{text.thanksOnce}</strong>
        {text.thanksCaution}
      </p>
      <SecretLink name={text.link} url={caseUrl}>
        {/* The link loads the page again, so that the app removes the secret from the address. */}
        <ButtonLink href={caseUrl}>{text.openCase}</ButtonLink>
      </SecretLink>
    </>
  );
}
