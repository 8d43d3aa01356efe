import { limits } from '@haru/contracts';
import { useId, useRef, useState } from 'react';
import { Button, ShortcutKeys } from '../../components/buttons/button.js';
import { useMediaQuery, useNarrowWidth, useWhenChanged, useTouchInput } from '../../components/hooks.js';
import { GearIcon } from '../../components/icons/icons.js';
import { ErrorNotice } from '../../components/notices/notice.js';
import { tabPanelProps, TabRow } from '../../components/tabs/tabs.js';
import { texts } from '../../texts/ja.js';
import { publishTexts } from '../../texts/publish/publish.js';
import type { TextPlace } from '../code/text-field.js';
import { utf8Bytes } from '../site/html-rules.js';
import styles from './bar/publish-bar.module.css';
import { EntryNotice, HtmlEditor } from './editor/html-editor.js';
import { useTextEntry } from './editor/use-text-entry.js';
import {
  ExampleInUrl,
  FilesCard,
  FilesPreview,
  LargeTextOffer,
  LastDraftOffer,
  PagePreview,
  PhoneWidthOffer,
  RefusedPage,
  PublishSettings,
  SettingsSheet,
} from './publish-parts.js';
import type { Publication } from './use-publish.js';

type View = 'html' | 'preview';

export function PublishForm({ publication }: { publication: Publication }) {
  const { form, html, format, files, tooLarge, findings, problem } = publication;
  const isNarrow = useNarrowWidth();
  const startsNarrow = useMediaQuery('(max-width: 1099px)');
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const { error } = form.fieldProps('html');
  const [view, setView] = useState<View>('html');
  useWhenChanged(error, () => setView('html'));
  const [place, setPlace] = useState<TextPlace>();
  const entry = useTextEntry(publication, {
    onFiles: () => setView('html'),
    // A text that is too large stays in the field, with the reason beside it.
    onEntered: isNarrow ? (text) => setView(utf8Bytes(text) > limits.htmlMaxBytes ? 'html' : 'preview') : undefined,
  });
  useWhenChanged(entry.problem, () => setView('html'));
  const isFaulty = findings !== undefined || (problem ?? entry.problem) !== undefined;
  const isOffered = !isFaulty && !files && format === 'html' && !entry.replacement?.isRawMarkdown;
  const tabs = [
    { name: 'html', title: files ? publishTexts.files : publishTexts.formats[format] },
    { name: 'preview', title: publishTexts.preview },
  ] as const;
  const isHidden = (name: View) => isNarrow && view !== name;
  const choose = (name: View) => {
    // The next refusal of the same text is another one and shows the text again.
    if (error !== undefined) form.change('html', html);
    setView(name);
  };

  /** In the other fields Enter alone sends the form. */
  const submitOnShortcut = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    element.current?.requestSubmit();
  };

  return (
    <>
      {/* It is outside of the form, because it has a form of its own. */}
      {findings && (
        <RefusedPage
          findings={findings}
          page={files ? undefined : html}
          onShow={(finding) => {
            setView('html');
            setPlace({ ...finding });
          }}
        />
      )}
      <form className="publish-form column" ref={element} {...form.formProps}>
        {isNarrow && <TabRow chosen={view} id={id} label={publishTexts.tabs} onChoose={choose} tabs={tabs} />}
        <div className="publish-cards" {...(isNarrow ? tabPanelProps(id, view) : {})}>
          <div className="publish-card shrinks card" hidden={isHidden('html')}>
            {files ? (
              <FilesCard entry={entry} files={files} publication={publication} />
            ) : (
              <HtmlEditor entry={entry} onKeyDown={submitOnShortcut} place={place} publication={publication}>
                {tooLarge && format === 'html' && !form.working && (
                  <LargeTextOffer html={html} onFiles={publication.setFiles} />
                )}
                <LastDraftOffer {...publication} />
              </HtmlEditor>
            )}
          </div>
          <div className="publish-card shrinks card" hidden={isHidden('preview')}>
            {files ? (
              <FilesPreview files={files.files} sent={publication.sent} startsNarrow={startsNarrow} />
            ) : (
              <PagePreview format={format} html={html} isVisible={!isHidden('preview')} startsNarrow={startsNarrow} />
            )}
          </div>
        </div>
        <div className="publish-foot stack-16">
          {form.refusal ? (
            <ErrorNotice title={form.refusal.title}>{form.refusal.text}</ErrorNotice>
          ) : (
            <>
              {isHidden('html') && !files && <EntryNotice entry={entry} />}
              <PhoneWidthOffer disabled={form.working} entry={entry} html={isOffered ? html : ''} />
            </>
          )}
          <PublishBar publication={publication} />
        </div>
        <ExampleInUrl entry={entry} />
        <p className="visually-hidden" role="status">
          {form.working ? texts.publish.working : ''}
        </p>
      </form>
    </>
  );
}

function PublishBar({ publication }: { publication: Publication }) {
  const { form, html, files, tooLarge } = publication;
  const hasSheet = useMediaQuery('(max-width: 1099px)');
  // First a text must be pasted, or one that is too large made smaller.
  const isSecond = (useTouchInput() && html === '' && !files) || tooLarge;
  return (
    <div className={`row ${styles['bar']}`}>
      <div className={`shrinks grow ${styles['settings']}`}>
        {hasSheet ? <SettingsButton publication={publication} /> : <PublishSettings publication={publication} />}
      </div>
      <Button
        aria-disabled={tooLarge || undefined}
        className={styles['submit']}
        iconRight={<ShortcutKeys name="Enter" />}
        loading={form.working}
        size="lg"
        type="submit"
        variant={isSecond ? 'secondary' : 'primary'}
      >
        {texts.publish.submit}
      </Button>
    </div>
  );
}

/** The sheet opens by itself when a setting was refused. */
function SettingsButton({ publication }: { publication: Publication }) {
  const { customPath, password } = publication.form.faults;
  const problem = customPath ?? password;
  const [isOpen, setOpen] = useState(false);
  useWhenChanged(problem, () => setOpen(true));
  return (
    <>
      <Button iconLeft={<GearIcon />} onClick={() => setOpen(true)}>
        {publishTexts.settings}
      </Button>
      {isOpen && <SettingsSheet onClose={() => setOpen(false)} publication={publication} />}
    </>
  );
}
