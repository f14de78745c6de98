import * as z from 'zod'

/** Parses an instant as Postgres writes it into JSON: ISO 8601 with an offset. */
export const instant = z.iso.datetime({ offset: true })
