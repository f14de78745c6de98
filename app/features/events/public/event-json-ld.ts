/** The event as search engines and assistants read it (schema.org `Event`). */
import { isoWithOffset } from '#core/event-time.ts'
import { decimalAmount } from '#core/money.ts'
import { pictureJpeg } from '#core/picture.ts'
import type { OfferState } from '../event-values.ts'
import { isNamedAct, paragraphsOf } from '../events.rules.ts'
import type { EventDetail, EventPage } from './public-events.types.ts'

const AVAILABILITY: Record<OfferState, string> = {
  on_sale: 'InStock',
  low: 'LimitedAvailability',
  sold_out: 'SoldOut',
  not_yet: 'PreSale',
  ended: 'Discontinued',
  paused: 'OutOfStock',
  members_only: 'OutOfStock',
}

function statusOf(event: EventDetail): string {
  if (event.status === 'cancelled') return 'EventCancelled'
  if (event.status === 'postponed') return 'EventPostponed'
  if (event.status === 'published' && event.previousStartsAt) return 'EventRescheduled'
  return 'EventScheduled'
}

/**
 * The structured data of an event page. It holds only what the page shows the same reader: no address of a locked event,
 * prices with all mandatory fees.
 * @param page what the page shows
 * @param where `origin` is the public origin of the site (no slash at the end), `path` the canonical path
 * @param organizer the brand's name
 */
export function eventJsonLd(
  page: Pick<EventPage, 'event' | 'offer' | 'currency'>,
  where: { origin: string; path: string },
  organizer: string,
): Record<string, unknown> {
  const { event } = page
  const url = `${where.origin}${where.path}`
  const image = pictureJpeg(event.imagePath, 'share')
  const acts = event.lineUp.filter(isNamedAct)
  const schema = (name: string) => `https://schema.org/${name}`
  const open = !event.locked && event.status === 'published'
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    '@id': url,
    url,
    name: event.title,
    description: event.summary || paragraphsOf(event.description)[0] || event.title,
    startDate: isoWithOffset(event.startsAt, event.timeZone),
    endDate: isoWithOffset(event.endsAt, event.timeZone),
    doorTime: isoWithOffset(event.doorsAt, event.timeZone),
    eventStatus: schema(statusOf(event)),
    ...(event.status === 'published' && event.previousStartsAt
      ? { previousStartDate: isoWithOffset(event.previousStartsAt, event.timeZone) }
      : {}),
    eventAttendanceMode: schema('OfflineEventAttendanceMode'),
    ...(image ? { image: [`${where.origin}${image}`] } : {}),
    location: {
      '@type': 'Place',
      name: event.venueName || event.neighborhood || event.city,
      ...(event.latitude !== null && event.longitude !== null
        ? { geo: { '@type': 'GeoCoordinates', latitude: event.latitude, longitude: event.longitude } }
        : {}),
      address: {
        '@type': 'PostalAddress',
        ...(event.address ? { streetAddress: event.address } : {}),
        addressLocality: event.city,
        addressRegion: event.region,
        addressCountry: event.country,
      },
    },
    organizer: { '@type': 'Organization', name: organizer, url: where.origin },
    ...(acts.length > 0
      ? {
          performer: acts.map(({ name, artist }) => ({
            '@type': 'PerformingGroup',
            name,
            ...(artist && artist.links.length > 0 ? { sameAs: artist.links.map((link) => link.url) } : {}),
          })),
        }
      : {}),
    ...(event.minAge > 0 ? { typicalAgeRange: `${event.minAge}-` } : {}),
    ...(open
      ? {
          offers: page.offer.flatMap((offer) =>
            offer.priceCents === null
              ? []
              : [
                  {
                    '@type': 'Offer',
                    name: offer.name,
                    url,
                    price: decimalAmount(offer.priceCents),
                    priceCurrency: page.currency,
                    availability: schema(AVAILABILITY[offer.state]),
                    ...(offer.saleStartsAt
                      ? { validFrom: isoWithOffset(offer.saleStartsAt, event.timeZone) }
                      : {}),
                    ...(offer.saleEndsAt
                      ? { validThrough: isoWithOffset(offer.saleEndsAt, event.timeZone) }
                      : {}),
                  },
                ],
          ),
          isAccessibleForFree: page.offer.some((offer) => offer.priceCents === 0),
        }
      : {}),
  }
}
