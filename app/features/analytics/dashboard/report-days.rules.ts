/** Writes the days of reports, which are named YYYY-MM-DD and have no clock. */

const noon = (day: string) => new Date(`${day}T12:00:00Z`)
const formatter = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
const long = formatter({ weekday: 'short', month: 'short', day: 'numeric' })
const longWithYear = formatter({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
const short = formatter({ month: 'short', day: 'numeric' })
const month = formatter({ month: 'long', year: 'numeric' })
const weekday = formatter({ weekday: 'long' })

/** `Fri, Nov 20` */
export const dayName = (day: string) => long.format(noon(day))
/** `Fri, Nov 20, 2026` */
export const fullDay = (day: string) => longWithYear.format(noon(day))
/** `Nov 20` */
export const dayTick = (day: string) => short.format(noon(day))
/** `November 2026` */
export const monthName = (day: string) => month.format(noon(day))
/** `Friday` */
export const weekdayName = (day: string) => weekday.format(noon(day))

/** The day so many days later; earlier for a negative number. */
export function addDays(day: string, days: number): string {
  return new Date(noon(day).getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

/** The number of days from one day to another; 0 for the same. */
export function daysFrom(from: string, to: string): number {
  return Math.round((noon(to).getTime() - noon(from).getTime()) / 86_400_000)
}

/** The number of months from one month to another; months are named by any of their days. */
export function monthsFrom(from: string, to: string): number {
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return months(to) - months(from)
}

/** `Nov 1, 2026`, or `Nov 1 – Nov 20, 2026`. */
export function spanName(from: string, to: string): string {
  const year = (day: string) => day.slice(0, 4)
  if (from === to) return fullDay(from)
  return year(from) === year(to)
    ? `${dayTick(from)} – ${dayTick(to)}, ${year(to)}`
    : `${dayTick(from)}, ${year(from)} – ${dayTick(to)}, ${year(to)}`
}
