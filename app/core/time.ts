/**
 * Formats times outside of an event's zone. Built from `Intl` parts, so that the server and every browser write the
 * same characters (no narrow spaces).
 */

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

type Part = 'month' | 'day' | 'year' | 'hour' | 'minute' | 'dayPeriod'

function partsOf(at: Date, options: Intl.DateTimeFormatOptions): (type: Part) => string {
  const parts = new Intl.DateTimeFormat('en-US', options).formatToParts(at)
  return (type) => parts.find((part) => part.type === type)?.value ?? ''
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

/**
 * Formats the time since an instant: seconds, minutes, hours, days up to six, then the short date. An instant in
 * the future (clocks differ) counts as now.
 * @param at the instant, ISO text or Date
 * @param now the instant to count from
 * @param timeZone IANA zone of the short date
 * @returns for example `5 minutes ago`, `Jan 5, 2024`; empty for an invalid time
 */
export function relativeTime(at: string | Date, now: Date, timeZone: string): string {
  const passed = Math.max(0, now.getTime() - new Date(at).getTime())
  if (Number.isNaN(passed)) return ''
  if (passed < minute) return ago(Math.floor(passed / second), 'second')
  if (passed < hour) return ago(Math.floor(passed / minute), 'minute')
  if (passed < day) return ago(Math.floor(passed / hour), 'hour')
  if (passed < 7 * day) return ago(Math.floor(passed / day), 'day')
  return shortDate(at, timeZone)
}

/**
 * @param timeZone IANA zone
 * @returns for example `Jan 5, 2024`; empty for an invalid time
 */
export function shortDate(at: string | Date, timeZone: string): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return ''
  const part = partsOf(date, { timeZone, month: 'short', day: 'numeric', year: 'numeric' })
  return `${part('month')} ${part('day')}, ${part('year')}`
}

/**
 * Formats a full date and time.
 * @param timeZone IANA zone
 * @returns for example `January 5, 2024 at 7:05 PM`; empty for an invalid time
 */
export function longDateTime(at: string | Date, timeZone: string): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return ''
  const part = partsOf(date, {
    timeZone,
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  })
  return `${part('month')} ${part('day')}, ${part('year')} at ${part('hour')}:${part('minute')} ${part('dayPeriod')}`
}

/**
 * Splits a duration into days, hours, minutes and seconds with their units, without the days of a duration below one.
 * @param left milliseconds; begun seconds count
 * @returns for example `[['1', 'day'], ['02', 'hr'], ['03', 'min'], ['04', 'sec']]`
 */
export function timeLeftCells(left: number): [string, string][] {
  const seconds = Math.ceil(left / second)
  const two = (count: number) => String(count).padStart(2, '0')
  const days = Math.floor(seconds / 86_400)
  const cells: [string, string][] = [
    [two(Math.floor(seconds / 3600) % 24), 'hr'],
    [two(Math.floor(seconds / 60) % 60), 'min'],
    [two(seconds % 60), 'sec'],
  ]
  return days > 0 ? [[String(days), days === 1 ? 'day' : 'days'], ...cells] : cells
}
