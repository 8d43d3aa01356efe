import type { MouseEvent, ReactNode } from 'react';
import { assistantTexts as text } from '../../../texts/account/assistants.js';
import { Section } from '../section.js';
import styles from '../settings.module.css';
import { LinkButton } from '../../../components/buttons/button.js';
import { CopyLine } from '../../../components/sharing/copy-line.js';

interface AssistantsTabProps {
  onMakeKey: () => void;
}

export function AssistantsTab({ onMakeKey }: AssistantsTabProps) {
  return (
    <div className={`stack-16 ${styles['sections']}`}>
      <Section heading={text.heading} lead={text.lead}>
        <ClientLines clients={clientsAt(window.location.origin, <MakeKeyLink onMakeKey={onMakeKey} />)} />
      </Section>
      <Section heading={text.update.heading} lead={text.update.text} />
    </div>
  );
}

/** The panel keeps the focus, which the hidden link would lose. */
function MakeKeyLink({ onMakeKey }: AssistantsTabProps) {
  const follow = (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.closest<HTMLElement>('[role="tabpanel"]')?.focus();
    onMakeKey();
  };
  return <LinkButton onClick={follow}>{text.account.makeKey}</LinkButton>;
}

function clientsAt(origin: string, makeKey: ReactNode): Client[] {
  const { ask, account, curl, mcp } = text;
  const guide = `${origin}/agent.md`;
  const server = `${origin}/mcp`;
  const headers = { Authorization: 'Bearer haru_…' };
  return [
    { ...ask, lines: [ask.line(guide)] },
    {
      name: account.name,
      hint: (
        <>
          {account.hint} {makeKey}
        </>
      ),
      lines: [account.line(guide)],
    },
    {
      ...mcp.claude,
      lines: [`claude mcp add --transport http haru ${server} --header "Authorization: Bearer haru_…"`],
    },
    { ...mcp.cursor, lines: [JSON.stringify({ mcpServers: { haru: { url: server, headers } } })] },
    { ...mcp.vscode, lines: [JSON.stringify({ servers: { haru: { type: 'http', url: server, headers } } })] },
    { ...mcp.connector, lines: [server] },
    {
      ...curl,
      lines: [`curl --data-binary "@page.html" -H "Authorization: Bearer $HARU_KEY" "${origin}/"`],
    },
  ];
}

interface Client {
  name: string;
  hint: ReactNode;
  lines: readonly string[];
}

function ClientLines({ clients }: { clients: readonly Client[] }) {
  return (
    <ul aria-label={text.list} className="stack-16">
      {clients.map(({ name, hint, lines }) => (
        <li className="stack-8" key={name}>
          <p className="strong">{name}</p>
          <p className="note">{hint}</p>
          {lines.map((line, at) => (
            <CopyLine key={line} line={line} name={lines.length === 1 ? name : `${name} ${at + 1}`} />
          ))}
        </li>
      ))}
    </ul>
  );
}
