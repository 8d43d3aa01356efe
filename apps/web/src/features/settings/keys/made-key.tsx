import type { Scope } from '@haru/contracts';
import { useEffect, useRef } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { useKeepOpen } from '../../../components/dialog/keep-open.js';
import { CopyLine } from '../../../components/sharing/copy-line.js';
import { SecretLink } from '../../../components/sharing/secret-link.js';
import type { NewApiKey } from '../../../session/key-calls.js';
import { newKeyTexts as text } from '../../../texts/account/keys.js';
import { Section } from '../section.js';
import styles from '../settings.module.css';

export function MadeKey({ made, onKept }: { made: NewApiKey; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  // The key would be lost if Esc or the backdrop closed the dialog.
  useKeepOpen(true, text.unsaved);
  const scope = (['publish', 'read', 'edit', 'delete'] as const).find((one) => made.scopes.includes(one)) ?? 'read';
  return (
    <Section heading={text.made(made.name)} headingRef={heading}>
      <p role="status">{text.once}</p>
      <SecretLink texts={{ ...text, link: text.key }} url={made.key}>
        <Button onClick={onKept}>{text.saved}</Button>
      </SecretLink>
      <div className="stack-8">
        <p className={styles['name']}>{text.tries}</p>
        <p className="note">{text.tryNotes[scope]}</p>
        <CopyLine line={tryLine(scope, made.key)} name={text.tries} />
      </div>
    </Section>
  );
}

/** The double quotes work in the shells of Windows, too. */
function tryLine(scope: Scope, key: string): string {
  const { origin } = window.location;
  const authorization = `-H "Authorization: Bearer ${key}"`;
  const source = `"${origin}/functions/v1/pages/PATH/source"`;
  switch (scope) {
    case 'publish':
      return `curl --data-binary "@page.html" ${authorization} "${origin}/"`;
    case 'read':
      return `curl ${authorization} "${origin}/rest/v1/sites?select=title,path&limit=1"`;
    case 'edit':
      return `curl -T page.html ${authorization} -H "If-Match: *" ${source}`;
    case 'delete':
      return `curl -X DELETE ${authorization} ${source}`;
  }
}
