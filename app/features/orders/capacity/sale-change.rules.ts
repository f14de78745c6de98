import { formatMoment } from '#core/event-time.ts'
import type { SaleChangeKind } from './capacity.schema.ts'
import type {
  CapacityExtra,
  CapacityPool,
  CapacityRelease,
  CapacityType,
  SaleChangePreview,
} from './capacity.types.ts'

/** The fields of a change that staff fill in; none for those that only ask. */
export function askedFields(kind: SaleChangeKind): readonly string[] {
  switch (kind) {
    case 'extend-sale':
      return ['endsAt']
    case 'add-release':
      return ['name', 'faceCents', 'quantity', 'endsAt']
    case 'set-capacity':
      return ['capacity']
    case 'set-quantity':
      return ['quantity']
    default:
      return []
  }
}

type Fields = Partial<Record<string, string>>
type Shown = Pick<SaleChangePreview, 'before' | 'event'>

/** Holds what a change is about: a room, a type, a release with its type, or a package, an add-on or a table. */
export type Subject = {
  pool?: CapacityPool
  type?: CapacityType
  release?: CapacityRelease
  extra?: CapacityExtra
}

/** Finds what a change is about in what was read; nothing where it is about the whole sale, or is not there. */
export function findSubject(fields: Fields, { before }: Shown): Subject {
  const pool = before.pools.find(({ id }) => id === fields.pool)
  const type = before.types.find(
    ({ id, releases }) => id === fields.type || releases.some((release) => release.id === fields.release),
  )
  const release = type?.releases.find(({ id }) => id === fields.release)
  const extra = before.extras.find(({ id }) => id === fields.extra)
  return {
    ...(pool && { pool }),
    ...(type && { type }),
    ...(release && { release }),
    ...(extra && { extra }),
  }
}

/** @returns the name of what a change is about; null where the address names nothing that is there */
export function subjectOf(kind: SaleChangeKind, fields: Fields, preview: Shown): string | null {
  const { pool, type, release, extra } = findSubject(fields, preview)
  switch (kind) {
    case 'pause-sale':
    case 'resume-sale':
      return preview.event.title
    case 'pause-extra':
    case 'resume-extra':
      return extra?.name ?? null
    case 'set-capacity':
      return pool?.name ?? null
    case 'set-quantity':
    case 'end-release':
      return release && type ? `${type.name}, ${release.name}` : null
    default:
      return type?.name ?? null
  }
}

/** The title of the page that asks. @param subject the name of what is changed */
export function changeTitle(kind: SaleChangeKind, subject: string): string {
  const of = subject && ` of ${subject}`
  switch (kind) {
    case 'pause-sale':
      return 'Pause all sales'
    case 'resume-sale':
      return 'Resume sales'
    case 'pause-type':
    case 'pause-extra':
      return `Pause ${subject}`
    case 'resume-type':
    case 'resume-extra':
      return `Resume ${subject}`
    case 'extend-sale':
      return `Extend sales${of}`
    case 'add-release':
      return `Add a release${subject && ` to ${subject}`}`
    case 'set-capacity':
      return `Capacity${of}`
    case 'set-quantity':
      return `Quantity${of}`
    case 'end-release':
      return `End ${subject || 'a release'}`
  }
}

const counted = (units: number, what: string) =>
  `${units.toLocaleString('en-US')} ${what}${units === 1 ? '' : 's'}`

/** Says in sentences what a change means for buyers, the most important first. */
export function consequencesOf(
  kind: SaleChangeKind,
  subject: Subject,
  { facts, after, before, event, now }: SaleChangePreview,
): string[] {
  if (!facts || !after) return []
  const held = facts.held ?? 0
  const { pool, type, release, extra } = subject
  const offered =
    (release ?? type ?? extra ?? pool)?.offered ?? before.types.reduce((sum, row) => sum + row.offered, 0)
  const carts =
    held === 0
      ? 'Nothing on hold.'
      : `${counted(held, extra ? 'unit' : 'ticket')} on hold${offered > 0 ? ' or offered' : ''} can still be paid${kind === 'end-release' ? ', at the price they have' : ''}.`
  const newType = after.types.find(({ id }) => id === type?.id)
  const open = newType?.releases.find(({ state }) => state === 'open')
  switch (kind) {
    case 'pause-sale':
      return ['Nobody can pick tickets for this event until you resume.', carts]
    case 'pause-type':
      return ['Nobody can pick this ticket until you resume it. It stays on the page as paused.', carts]
    case 'pause-extra':
      return [
        `Nobody can pick ${extra?.name ?? 'it'} until you resume it. It stays on the page as paused.`,
        'Tickets stay on sale.',
        carts,
      ]
    case 'resume-sale':
      return ['Tickets go back on sale right away.']
    case 'resume-extra':
      return event.salesPaused
        ? ['All sales of this event are paused too: it goes on sale when you resume them.']
        : ['It goes back on sale right away.']
    case 'resume-type':
      return event.salesPaused
        ? ['All sales of this event are paused too: this ticket goes on sale when you resume them.']
        : ['This ticket goes back on sale right away.']
    case 'extend-sale':
      return newType
        ? [
            `Sales end ${formatMoment(newType.saleEndsAt, event.timeZone, now)}.`,
            ...(newType.state === 'ended' ? ['Its releases have ended, so it stays off sale. Add one.'] : []),
          ]
        : []
    case 'add-release':
      return [
        facts.after
          ? facts.opens
            ? `It opens when “${facts.after}” sells out or ends.`
            : `“${facts.after}” has no quantity and no end time, so this release opens only once you end “${facts.after}”.`
          : 'It opens right away.',
      ]
    case 'set-capacity': {
      const [from, to] = [pool?.capacity ?? 0, after.pools.find(({ id }) => id === pool?.id)?.capacity ?? 0]
      return [
        to > from
          ? `${counted(to - from, 'more place')}.`
          : `${counted(from - to, 'place')} fewer. Nobody who has a ticket loses it.`,
        carts,
      ]
    }
    case 'set-quantity': {
      const was = before.types
        .find(({ id }) => id === type?.id)
        ?.releases.find(({ state }) => state === 'open')
      return [
        ...(open && was && open.id !== was.id ? [`“${open.name}” goes on sale right away.`] : []),
        ...(newType?.state === 'sold_out' ? ['The ticket will then be sold out.'] : []),
        carts,
      ]
    }
    case 'end-release':
      return [
        open ? `“${open.name}” is on sale then.` : 'No release is left after it: the ticket goes off sale.',
        carts,
      ]
  }
}
