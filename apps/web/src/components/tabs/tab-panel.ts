/** Properties that make an element the panel of the `TabRow` with this id. */
export function tabPanelProps(id: string, chosen: string) {
  return { 'aria-labelledby': `${id}-${chosen}`, id: `${id}-panel`, role: 'tabpanel' };
}
