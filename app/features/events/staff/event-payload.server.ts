/** Turns a form of the event editor into what `save_event` takes: the same fields with instants in place of wall times. */
import { isInstantName } from './event-editor.ts'
import { resolveWallTime } from './wall-time.server.ts'

/** Messages by field name, as conform addresses fields. */
export type FieldMessages = Record<string, string[]>

export type Payload = { ok: true; value: Record<string, unknown> } | { ok: false; messages: FieldMessages }

const LONGEST_MS = 5 * 24 * 3_600_000

/**
 * Turns the fields of a form into what `save_event` takes. Reads every wall time in the event's own zone; one that does not exist
 * there gets a message at its field.
 * @param form the form's value: the fields of one tab, or those of a new event
 * @param id the event's id, null for a new one
 * @param timeZone the zone of the event's times, IANA
 */
export function eventPayload(form: object, id: string | null, timeZone: string): Payload {
  const messages: FieldMessages = {}

  function resolve(field: string, wall: string): string | null {
    const resolved = resolveWallTime(wall, timeZone)
    if (!resolved) {
      messages[field] = ['This date does not exist']
      return null
    }
    if (resolved.clockChange === 'gap')
      messages[field] = [`Clocks skip this time. Did you mean ${resolved.reads}?`]
    return resolved.at
  }

  /** Replaces every wall time in a value. @param path its field path in conform's notation */
  function withInstants(value: unknown, name: string, path: string): unknown {
    if (Array.isArray(value)) return value.map((each, at) => withInstants(each, name, `${path}[${at}]`))
    if (typeof value === 'object' && value !== null) return fieldsWithInstants(value, `${path}.`)
    return typeof value === 'string' && isInstantName(name) ? resolve(path, value) : value
  }
  function fieldsWithInstants(fields: object, prefix: string): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, withInstants(value, name, prefix + name)]),
    )
  }

  const { base: _base, ...sent } = { base: undefined, ...form }
  const fields = fieldsWithInstants(sent, '')
  const { startsAt, endsAt } = fields
  if (typeof startsAt === 'string' && typeof endsAt === 'string') {
    const length = Date.parse(endsAt) - Date.parse(startsAt)
    if (length <= 0) messages.endsAt = ['The end must be after the start']
    if (length > LONGEST_MS) messages.endsAt = ['An event lasts at most 5 days']
  }
  return Object.keys(messages).length > 0
    ? { ok: false, messages }
    : { ok: true, value: { ...fields, id, ...(startsAt ? { doorsAt: fields.doorsAt ?? startsAt } : {}) } }
}
