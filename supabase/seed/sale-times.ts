import { faker } from '@faker-js/faker'

/** Decides when the demo brand sold: a little more from month to month, with the rhythm of a week and of a day. */

const day = 86_400_000
const hour = 3_600_000

/** How many days back the first sale lies. */
export const salesAge = 150

/** Growth of sales in thirty days. */
const growth = 1.09

/** Sunday first. */
const weekdays = [0.9, 0.7, 0.75, 0.9, 1.15, 1.5, 1.1]

/** When people buy, by the hour of New York's standard time; the small hours are quiet. */
const hours = [4, 2, 1, 1, 1, 1, 2, 3, 5, 6, 7, 8, 10, 8, 7, 7, 8, 10, 11, 12, 12, 11, 9, 6]

/** A thing that is sold in a stretch of time: from and until in milliseconds; weight measures how much of it, in money. */
export type Selling = { id: string; from: number; until: number; weight: number }

/** How much of its day each thing sells before anything is weighed: most at the start and towards its end. */
function ownPace({ from, until }: Selling, ago: number, now: number): number {
  const begins = now - (ago + 1) * day
  const open = Math.max(0, Math.min(until, begins + day) - Math.max(from, begins)) / day
  const sinceStart = (begins - from) / day
  const untilEnd = (until - begins) / day
  return open * (1 + 2 * Math.exp(-sinceStart / 7) + 3 * Math.exp(-untilEnd / 12))
}

/**
 * Spreads sales over the last days so that all together follow the brand's trend, by fitting rows and columns in turn.
 * @param now - the moment up to which sold so far is measured, in milliseconds
 * @returns a function that draws the moments of so many sales of a thing, in milliseconds, the earliest first
 */
export function spreadSales(things: Selling[], now: number): (id: string, count: number) => number[] {
  const wanted = Array.from({ length: salesAge }, (_, ago) => {
    const weekday = new Date(now - (ago + 0.5) * day - 5 * hour).getUTCDay()
    return growth ** (-ago / 30) * (weekdays[weekday] ?? 1)
  })
  const all = things.reduce((sum, { weight }) => sum + weight, 0) / wanted.reduce((sum, one) => sum + one, 0)
  const cells = things.map((thing) => wanted.map((_, ago) => ownPace(thing, ago, now)))
  for (let round = 0; round < 30; round += 1) {
    things.forEach(({ weight }, row) => {
      const line = cells[row] ?? []
      const sum = line.reduce((total, one) => total + one, 0)
      cells[row] = line.map((one) => (sum > 0 ? (one * weight) / sum : 0))
    })
    wanted.forEach((target, ago) => {
      const sum = cells.reduce((total, line) => total + (line[ago] ?? 0), 0)
      for (const line of cells) if (sum > 0) line[ago] = ((line[ago] ?? 0) * target * all) / sum
    })
  }
  return (id, count) => {
    const row = things.findIndex((thing) => thing.id === id)
    const thing = things[row]
    return thing ? drawMoments(thing, cells[row] ?? [], count, now) : []
  }
}

/** Draws moments of one thing by how much of it is sold on each day, evenly, so that few of them are alike. */
function drawMoments({ from, until }: Selling, days: number[], count: number, now: number): number[] {
  const sum = days.reduce((total, one) => total + one, 0)
  const moments: number[] = []
  let ago = salesAge - 1
  let sold = days[ago] ?? 0
  for (let number = 0; number < count; number += 1) {
    const share = ((number + faker.number.float()) / count) * sum
    while (sold < share && ago > 0) {
      ago -= 1
      sold += days[ago] ?? 0
    }
    const earliest = Math.max(from, now - (ago + 1) * day)
    moments.push(drawHour(earliest, Math.max(earliest, Math.min(until, now - ago * day))))
  }
  return moments.sort((one, other) => one - other)
}

/** Draws a moment between two by the hours in which people buy. */
function drawHour(from: number, until: number): number {
  const most = Math.max(...hours)
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const moment = Math.floor(faker.number.float({ min: from, max: until }))
    const wanted = hours[new Date(moment - 5 * hour).getUTCHours()] ?? 0
    if (faker.number.float({ max: most }) <= wanted) return moment
  }
  return Math.floor((from + until) / 2)
}
