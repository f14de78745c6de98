/**
 * Makes the addresses behind the page of the assistant: a module of its own, so that other public pages do not download it. Use through
 * `paths.ts`.
 */

import { at, type Query } from './address.ts'

/** A conversation with the assistant. */
export const conversation = (id: string) => at('/ai-assistant', { c: id })
/** Where a member writes to a person of the team. @param query that it was sent (`done`) */
export const askPerson = (query?: Query) => at('/ai-assistant/person', query)
/** Where an act that the assistant offered is confirmed. */
export const confirmAct = () => '/ai-assistant/confirm'
/** The site's description for language models. */
export const llms = () => '/llms.txt'
