import { TabRow } from '../../components/tabs/tabs.js';
import { publishTexts as text } from '../../texts/publish/publish.js';

export type View = 'html' | 'preview';

interface ViewTabsProps {
  id: string;
  view: View;
  hasFiles: boolean;
  onChoose: (view: View) => void;
}

export function ViewTabs({ id, view, hasFiles, onChoose }: ViewTabsProps) {
  const tabs = [
    { name: 'html', title: hasFiles ? text.files : text.html },
    { name: 'preview', title: text.preview },
  ] as const;
  return <TabRow chosen={view} id={id} label={text.tabs} onChoose={onChoose} tabs={tabs} />;
}
