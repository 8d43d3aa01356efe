import type { InformationPage as Page } from '@haru/contracts';
import type { ComponentProps } from 'react';
import Markdown from 'react-markdown';
import { Link, useLocation } from 'react-router-dom';
import { useGetInformationQuery } from '../../api/information.js';
import { Button } from '../../components/buttons/button.js';
import { FlagIcon } from '../../components/icons/icons.js';
import { Loading } from '../../components/loading/loaded-part.js';
import { LoadFailure } from '../../components/notices/load-failure.js';
import { useFeedback } from '../../features/feedback/use-feedback.js';
import { screenOf, screens } from '../../paths.js';
import { informationTexts as text } from '../../texts/information.js';
import { Contents } from './contents.js';
import styles from './prose.module.css';

/** Shows an operator's text: 利用規約, プライバシーポリシー or お問い合わせ. Raw HTML in it is left out. */
export function InformationPage() {
  const page = screenOf(useLocation()) as Page;
  const { data: markdown, error, isFetching, refetch } = useGetInformationQuery(page);
  if (error !== undefined && !isFetching) {
    return (
      <div className={`${styles['text']} stack-16`}>
        <h1>{screens[page].title}</h1>
        <LoadFailure error={error} onRetry={refetch} title={text.failed} />
      </div>
    );
  }
  if (markdown === undefined) {
    return (
      <div aria-busy="true" data-loading>
        <Loading />
      </div>
    );
  }
  return <Article markdown={markdown} />;
}

/** A shorter text needs no contents. */
const MIN_HEADINGS = 6;

function Article({ markdown }: { markdown: string }) {
  const headings = [...markdown.matchAll(/^## (.+)$/gm)].map(([, title = '']) => ({ id: idOf(title), title }));
  const first = headings.length < MIN_HEADINGS ? undefined : headings[0]?.id;
  return (
    <article className={styles['text']}>
      <Markdown
        components={{
          a: TextLink,
          h2: ({ children }) => {
            const id = typeof children === 'string' ? idOf(children) : undefined;
            return (
              <>
                {id !== undefined && id === first && <Contents headings={headings} />}
                <h2 id={id}>{children}</h2>
              </>
            );
          },
        }}
        skipHtml
      >
        {markdown}
      </Markdown>
    </article>
  );
}

const idOf = (title: string): string => title.replace(/\s/g, '');

/** Screens of the app open without loading it again; links to the server's own answers do not. One link is a button. */
function TextLink({ href = '', children }: Pick<ComponentProps<'a'>, 'href' | 'children'>) {
  if (href === '#bug-report') return <BugReportButton>{children}</BugReportButton>;
  const isScreen = /^\/(?!\/|\.well-known\/)/.test(href);
  return isScreen ? <Link to={href}>{children}</Link> : <a href={href}>{children}</a>;
}

function BugReportButton({ children }: Pick<ComponentProps<'button'>, 'children'>) {
  const { report, dialog } = useFeedback();
  return (
    <>
      <Button iconLeft={<FlagIcon />} onClick={report} variant="primary">
        {children}
      </Button>
      {dialog}
    </>
  );
}
