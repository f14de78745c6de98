/** Reads what the public events screens show, each in one round trip and as the caller. */
import * as z from 'zod'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient, visitorClient } from '#server/supabase.server.ts'
import type { EventFilters } from './event-filters.schema.ts'
import {
  type EventList,
  type EventPage,
  eventListSchema,
  eventPageSchema,
  type HomeEvents,
  homeEventsSchema,
  type SitemapEvents,
  type SitemapYears,
  sitemapEventsSchema,
  sitemapYearsSchema,
} from './public-events.types.ts'

const AGES = { all: 0, '18': 18, '21': 21 }
const PAGE_SIZE = 24

/**
 * Reads a page of the public list.
 * @param filters as the address carries them
 */
export async function listEvents(args: RequestArgs, filters: EventFilters): Promise<EventList> {
  const isMonth = filters.when !== undefined && /^\d/.test(filters.when)
  const params = {
    p_city: filters.city ?? null,
    p_when: isMonth ? 'month' : (filters.when ?? null),
    p_month: isMonth ? filters.when : null,
    p_genre: filters.genre ?? null,
    p_price: filters.price ?? null,
    p_age: filters.age ? AGES[filters.age] : null,
    p_past: filters.tab === 'past',
    p_cursor: filters.after ?? null,
    p_limit: PAGE_SIZE,
  }
  return await rpc(userClient(args), 'list_events', params, eventListSchema)
}

/** Reads the next events as a visitor without a session sees them, whoever asks. */
export async function listPublicEvents(): Promise<EventList> {
  const params = { p_past: false, p_limit: PAGE_SIZE }
  return await rpc(visitorClient(), 'list_events', params, eventListSchema)
}

/**
 * Reads the events of the home page.
 * @param city as the address carries it; null for everywhere
 */
export async function readHome(args: RequestArgs, city: string | null): Promise<HomeEvents> {
  return await rpc(userClient(args), 'read_home', { p_city: city }, homeEventsSchema)
}

/**
 * Reads an event page with its offer.
 * @param id as it is in the address; anything but a uuid is no event
 * @returns null where there is no such event for this caller
 */
export async function readEventPage(args: RequestArgs, id: string | undefined): Promise<EventPage | null> {
  const parsed = z.uuid().safeParse(id)
  if (!parsed.success) return null
  return await rpc(userClient(args), 'read_event_page', { p_id: parsed.data }, eventPageSchema)
}

/**
 * Reads an event page as a visitor without a session sees it; what they don't see, such as a draft, as the caller.
 * @param id as it is in the address; anything but a uuid is no event
 */
export async function readEventPreview(args: RequestArgs, id: string | undefined): Promise<EventPage | null> {
  const parsed = z.uuid().safeParse(id)
  if (!parsed.success) return null
  const [seen, own] = await Promise.all([
    rpc(visitorClient(), 'read_event_page', { p_id: parsed.data }, eventPageSchema),
    readEventPage(args, id),
  ])
  return seen ?? own
}

/** Lists the years of which the sitemap has events, ascending. */
export async function listSitemapYears(args: RequestArgs): Promise<SitemapYears> {
  return await rpc(userClient(args), 'list_sitemap_years', {}, sitemapYearsSchema)
}

/**
 * Lists the public events of a year for the sitemap, the same for every caller.
 * @param year in UTC
 */
export async function listSitemapEvents(args: RequestArgs, year: number): Promise<SitemapEvents> {
  return await rpc(userClient(args), 'list_sitemap_events', { p_year: year }, sitemapEventsSchema)
}
