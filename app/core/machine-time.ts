/**
 * Writes an instant for a `datetime` attribute: HTML takes up to three digits of a second, the database writes six.
 * @param at the instant, ISO text
 * @returns for example `2024-01-05T19:05:00.123Z`; empty for an invalid time
 */
export function machineTime(at: string): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}
