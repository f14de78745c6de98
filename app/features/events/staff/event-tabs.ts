/** Lists the tabs of the event editor, each a page with an address of its own. The one list: frame, breadcrumbs and links read it. */
import * as paths from '#core/paths.ts'

/** In the order of the page. `details` is the editor's own address, every other tab the part after it. */
export const eventTabs = [
  { id: 'details', label: 'Details' },
  { id: 'line-up', label: 'Line-up' },
  { id: 'tickets', label: 'Tickets' },
  { id: 'extras', label: 'Extras' },
  { id: 'codes', label: 'Codes' },
  { id: 'door', label: 'Door' },
  { id: 'publish', label: 'Publish' },
] as const
export type EventTabId = (typeof eventTabs)[number]['id']

/** Returns the address of a tab of an event's editor. */
export function eventTabPath(id: string, tab: EventTabId, query?: paths.Query): string {
  return tab === 'details' ? paths.adminEvent(id, query) : paths.adminEventTab(id, tab, query)
}

/** Returns the breadcrumb of a tab. */
export function eventTabLabel(tab: EventTabId): string {
  return eventTabs.find(({ id }) => id === tab)?.label ?? ''
}

/** Tells whether a text is the id of a tab. */
export function isEventTab(tab: string): tab is EventTabId {
  return eventTabs.some(({ id }) => id === tab)
}

/** Returns the tab that an address of the editor shows. */
export function eventTabOf(pathname: string): EventTabId {
  const last = pathname.replace(/\/+$/, '').split('/').at(-1) ?? ''
  return isEventTab(last) ? last : 'details'
}
