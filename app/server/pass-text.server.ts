import { formatClockWithZone, formatDay, formatMoment } from '#core/event-time.ts'
import { dark } from '#core/palette.ts'
import { readPictureKey } from '#core/picture.ts'
import { venueNote } from '#core/place.ts'
import type { PassColors, TicketPass } from './passes-port.server.ts'

/** Returns what a pass shows of its event and its code, with times in the event's zone; null for a place that nobody is told yet. */
export function passText({
  event,
  now,
  ticket,
  codeAppearsAt,
}: Pick<TicketPass, 'event' | 'now' | 'ticket' | 'codeAppearsAt'>) {
  const isOpen = event.status === 'postponed'
  return {
    day: isOpen ? 'New date soon' : formatDay(event.doorsAt, event.timeZone, now),
    doors: isOpen ? null : formatClockWithZone(event.doorsAt, event.timeZone),
    place: event.venueName || (venueNote(event, now) ?? event.city),
    address: event.venueName ? [event.address, event.city].filter(Boolean).join(', ') : null,
    code:
      ticket.code ??
      (codeAppearsAt === null ? null : `Appears ${formatMoment(codeAppearsAt, event.timeZone, now)}`),
    id: event.minAge > 0 ? (event.idPolicy ?? `${event.minAge}+. Bring a photo ID.`) : null,
  }
}

/** Returns the colours of an event's pass: that of its poster, else the ground of the brand's mark, and black or white on it. */
export function passColors(imagePath: string | null): PassColors {
  const [color = dark.ground] = readPictureKey(imagePath)?.colors ?? []
  const digits = color.slice(1)
  const ground = (digits.match(digits.length === 3 ? /./g : /../g) ?? []).map((part) =>
    Number.parseInt(part.length === 1 ? part + part : part, 16),
  )
  const [red = 0, green = 0, blue = 0] = ground.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  // One of the two has 4.5 on every ground: they are equal at 0.179.
  return { ground, ink: luminance > 0.179 ? [0, 0, 0] : [255, 255, 255] }
}
