/**
 * Makes the addresses behind the page of a stream: a module of its own, so that other public pages do not download it. Use through
 * `paths.ts`.
 */

import { at, part, type Query } from './address.ts'

/** The chat of a stream alone. @param code the stream's name in addresses; query what was done (`done`), or the message that is answered (`to`) */
export const liveChat = (code: string, query?: Query) => at(`/live/${part(code)}/chat`, query)
/** The chat of a stream as events; it takes messages, too. @param id of the stream */
export const apiLiveChat = (id: string, query?: Query) => at(`/api/live/chat/${part(id)}`, query)
/** Takes what is done to a message, its author or a chat. @param id of the stream */
export const apiLiveChatAct = (id: string) => `/api/live/chat/${part(id)}/act`
/** A stream that is to come, as a calendar file. @param code the stream's name in addresses */
export const liveCalendar = (code: string) => `/live/${part(code)}/calendar.ics`
/** What the caller may do at a stream, for an open page that waits for a payment. */
export const apiLiveAccess = (query: Query) => at('/api/live/access', query)
