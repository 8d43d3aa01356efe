import type { MySite } from '../../../api/sites/my-site.js';
import {
  CalendarPlusIcon,
  PencilIcon,
  SearchOffIcon,
  TrashIcon,
  OpenIcon,
} from '../../../components/icons/action-icons.js';
import { ClockIcon } from '../../../components/icons/icons.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import type { SiteState } from '../card/site-facts.js';
import type { SiteActions } from './create-site-actions.js';
import type { MenuItem } from '../../../components/menu/menu-items.js';

const text = dashboardTexts.card;

export interface SiteViewProps {
  site: MySite;
  state: SiteState;
  /** The address of the page; absent while it is not shown. */
  url: string | undefined;
  actions: SiteActions;
}

/**
 * Lists the actions on a page beside its main ones, in the order of the menu. Where the path has a button of its
 * own, `hasPathButton`, the menu has none.
 */
export function siteItems({ site, state, url, actions }: SiteViewProps, hasPathButton = false): MenuItem[] {
  const items: (MenuItem | false)[] = [
    url !== undefined && { label: text.view, icon: <OpenIcon />, href: url },
    (state === 'live' || state === 'soon') && {
      label: text.extend,
      icon: <CalendarPlusIcon />,
      onSelect: () => actions.open({ name: 'extend', site }),
    },
    state !== 'stopped' &&
      !hasPathButton && {
        label: text.editPath,
        icon: <PencilIcon />,
        onSelect: () => actions.editPath(site),
      },
    state !== 'stopped' && {
      label: text.noindex,
      icon: <SearchOffIcon />,
      pressed: site.noindex,
      onSelect: () => actions.toggleNoindex(site),
    },
    (state === 'live' || state === 'soon') &&
      url !== undefined && {
        label: text.calendar,
        icon: <ClockIcon />,
        onSelect: () => actions.saveCalendarEntry({ ...site, url }),
      },
    {
      label: text.remove,
      icon: <TrashIcon />,
      danger: true,
      onSelect: () => actions.open({ name: 'remove', site }),
    },
  ];
  return items.filter((item) => item !== false);
}
