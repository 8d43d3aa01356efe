import { TabRow } from '../../components/tabs/tabs.js';
import { publishTexts as text } from '../../texts/publish/publish.js';

export type View = 'html' | 'preview';

interface ViewTabsProps {
  id: string;
  view: View;
  onChoose: (view: View) => void;
}

const tabs = [
  { name: 'html', title: text.html },
  { name: 'preview', title: text.preview },
] as const;

/** They are shown where the text and the preview do not fit side by side. */
export function ViewTabs({ id, view, onChoose }: ViewTabsProps) {
  return <TabRow chosen={view} id={id} label={text.tabs} onChoose={onChoose} tabs={tabs} />;
}
