export function tabPanelProps(id: string, chosen: string) {
  return { 'aria-labelledby': `${id}-${chosen}`, id: `${id}-panel`, role: 'tabpanel' };
}
