import * as paths from '#core/paths.ts'
import { venueNote } from '#core/place.ts'
import { refundSentence } from '#core/refund-policy.ts'
import { scriptJson } from '#core/structured-data.ts'
import {
  bannerOf,
  eventPath,
  goodToKnow,
  isUnlisted,
  mapLinks,
  salesClosed,
  shareText,
  ticketsLine,
} from '../events.rules.ts'
import { hasCalendarEntry } from './event-calendar.ts'
import { eventJsonLd } from './event-json-ld.ts'
import { eventMapImage } from './event-map.server.ts'
import type { EventPage } from './public-events.types.ts'
import { hasSharePicture, sharePicturePath } from './share-card.server.ts'
import { moreDatesHtml } from './ui/more-dates-html.server.tsx'

/**
 * Says an event in words, so that browsers need no code to say it.
 * @param origin public origin of the site
 * @param brand the brand's name
 */
export async function shownEvent(page: EventPage, origin: string, brand: string) {
  const { event, now } = page
  return {
    structuredData: scriptJson(eventJsonLd(page, { origin, path: eventPath(event) }, brand)),
    way: ticketsLine(page),
    banner: bannerOf(event, now),
    shareImage: hasSharePicture(event) ? sharePicturePath(event, brand) : null,
    closed: salesClosed(event, now),
    maps: mapLinks(event),
    mapImage: await eventMapImage(event),
    facts: goodToKnow(event),
    refundLine: refundSentence(page.refundPolicy),
    venueNote: venueNote(event, now),
    calendar: hasCalendarEntry(event, now) ? paths.eventCalendar(event.id) : null,
    followed: event.status === 'cancelled' ? null : page.followed,
    moreDates: moreDatesHtml(page),
    description: shareText(event),
    noindex: isUnlisted(event),
  }
}
