import { useState, type MouseEvent, type ReactNode } from 'react';
import { assistantTexts as text } from '../../../texts/account/assistants.js';
import { Section } from '../section.js';
import styles from '../settings.module.css';
import { LinkButton } from '../../../components/buttons/button.js';
import { SelectInput } from '../../../components/inputs/text-input.js';
import { CopyLine } from '../../../components/sharing/copy-line.js';

interface AssistantsTabProps {
  onMakeKey: () => void;
}

export function AssistantsTab({ onMakeKey }: AssistantsTabProps) {
  const [assistant, setAssistant] = useState<keyof typeof text.names>('any');
  const steps = stepsAt(window.location.origin, <MakeKeyLink onMakeKey={onMakeKey} />)[assistant];
  return (
    <div className={`stack-16 ${styles['sections']}`}>
      <Section heading={text.heading} lead={text.lead}>
        <SelectInput chosen={assistant} label={text.choose} onChoose={setAssistant} options={text.names} />
        <ul aria-label={text.names[assistant]} className="stack-16">
          {steps.map(({ name, hint, line }) => (
            <li className="stack-8" key={name}>
              <p className="strong">{name}</p>
              <p className="note">{hint}</p>
              <CopyLine line={line} name={name} />
            </li>
          ))}
        </ul>
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
  return <LinkButton onClick={follow}>{text.makeKey}</LinkButton>;
}

interface Step {
  name: string;
  hint: ReactNode;
  line: string;
}

function stepsAt(origin: string, makeKey: ReactNode): Record<keyof typeof text.names, Step[]> {
  const guide = `${origin}/agent.md`;
  const server = `${origin}/mcp`;
  const headers = { Authorization: 'Bearer haru_…' };
  const withKey = ({ name, hint }: { name: string; hint: string }, line: string): Step => ({
    name,
    hint: (
      <>
        {hint} {makeKey}
      </>
    ),
    line,
  });
  const keep = withKey(text.key, 'export HARU_KEY=haru_…');
  return {
    any: [{ ...text.ask, line: text.ask.line(guide) }],
    account: [keep, { ...text.account, line: text.account.line(guide) }],
    claude: [
      withKey(text.claude, `claude mcp add --transport http haru ${server} --header "Authorization: Bearer haru_…"`),
    ],
    cursor: [withKey(text.cursor, JSON.stringify({ mcpServers: { haru: { url: server, headers } } }))],
    vscode: [withKey(text.vscode, JSON.stringify({ servers: { haru: { type: 'http', url: server, headers } } }))],
    connector: [{ ...text.connector, line: server }],
    curl: [
      keep,
      { ...text.curl, line: `curl --data-binary "@page.html" -H "Authorization: Bearer $HARU_KEY" "${origin}/"` },
    ],
  };
}
