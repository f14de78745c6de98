/** Lists the tabs of the event editor, each a page with an address of its own. The one list: frame, breadcrumbs and links read it. */
import * as paths from '#core/paths.ts'

/** In the order of the page. `details` is the editor's own address, every other tab the part after it. */
export const eventTabs = [
  { id: 'details', label: 'Details' },
  { id: 'line-up', label: 'Lineup' },
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

/** Names a form whose unsaved changes are kept: that of a tab, of one code of the tab Codes, or of a new event. */
export type DraftKey = Exclude<EventTabId, 'codes'> | `codes/${string}` | 'new'

/** Stands for the id of an event that is not stored yet. */
export const newEventId = 'new'

/** Returns the draft key of the form of a code. @param id `new` for a code that is not stored yet */
export function codeDraftKey(id: string): DraftKey {
  return `codes/${id}`
}

/** Reads a draft key from a request; null where it names no form of the editor. */
export function readDraftKey(text: string): DraftKey | null {
  if (/^codes\/(new|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.test(text))
    return codeDraftKey(text.slice(6))
  return text === 'new' || (isEventTab(text) && text !== 'codes') ? text : null
}

/** Returns the code whose form a draft key names: its id or `new`; null for the form of a tab. */
export function draftCode(key: DraftKey): string | null {
  return key.startsWith('codes/') ? key.slice(6) : null
}

/** Returns the tab on which the form of a draft is. */
export function draftTab(key: DraftKey): EventTabId {
  if (key === 'new') return 'details'
  return key.startsWith('codes/') ? 'codes' : (key as Exclude<EventTabId, 'codes'>)
}

/** Returns the address of the form of a draft. */
export function draftPath(eventId: string, key: DraftKey): string {
  if (key === 'new') return paths.adminEventNew()
  const code = draftCode(key)
  return eventTabPath(eventId, draftTab(key), code === null ? {} : { code })
}

/** Returns the tab that an address of the editor shows. */
export function eventTabOf(pathname: string): EventTabId {
  const last = pathname.replace(/\/+$/, '').split('/').at(-1) ?? ''
  return isEventTab(last) ? last : 'details'
}
