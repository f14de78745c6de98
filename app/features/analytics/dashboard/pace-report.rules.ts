import type { Chart, PaceData, Report } from './report.types.ts'
import { dayName, daysFrom, weekdayName } from './report-days.rules.ts'
import { computedFigure, listedFigure } from './report-parts.rules.ts'

const section = 'Pace'

/** Fewest past events, and fewest tickets that each sold, to compare with: below, nothing is forecast. */
const fewestEvents = 3
const fewestTickets = 10
/** Days before the event that the curve shows at most. */
const mostDays = 60
/** Days before the event that the curve shows at least: one day alone is no curve. */
const fewestDays = 7
/** A past event counts in the forecast only where it had sold at least this share by the same day. */
const leastShare = 0.02

type Sold = { daysLeft: number; units: number }[]
/** How many tickets were sold when so many days were left, and in the end. */
type Curve = { at: (daysLeft: number) => number; end: number }

function curveOf(sold: Sold): Curve {
  return {
    at: (daysLeft) => sold.reduce((sum, day) => (day.daysLeft >= daysLeft ? sum + day.units : sum), 0),
    end: sold.reduce((sum, { units }) => sum + units, 0),
  }
}

/** Forecasts the final sales of an event: `low` to `high` is the range that the curves of past events give. */
export type Forecast = {
  middle: number
  low: number
  high: number
  /** How many past events it is made of. */
  events: number
  /** In how many of them it would have sold out, and with how many days left in the middle one of these. */
  soldOut: number
  soldOutDaysLeft: number | null
}

const middleOf = (sorted: number[]) => sorted[Math.floor(sorted.length / 2)] ?? 0

/**
 * Forecasts what an event sells until its day. Each past event says how large a share of its tickets it had sold with as many
 * days left; what is sold now, divided by that share, is one guess. The forecast is the middle guess, its range the lowest and
 * the highest after a quarter at either end is left out. Nothing is guessed above the event's places.
 * @param past curves of past events on the same weekday
 * @param places how many people the event admits; 0 = not known
 * @returns null with too little data: fewer than three past events, or nothing sold
 */
export function forecastSales(
  now: Sold,
  past: readonly Sold[],
  daysLeft: number,
  places: number,
): Forecast | null {
  const sold = curveOf(now).end
  const curves = past
    .map(curveOf)
    .filter((curve) => curve.end >= fewestTickets && curve.at(daysLeft) / curve.end >= leastShare)
  if (curves.length < fewestEvents || sold === 0) return null
  const cap = (guess: number) => (places > 0 ? Math.min(guess, Math.max(places, sold)) : guess)
  const guesses = curves.map((curve) => sold * (curve.end / curve.at(daysLeft)))
  const sorted = guesses.map((guess) => cap(Math.round(guess))).sort((a, b) => a - b)
  const quarter = Math.floor(sorted.length / 4)
  // The day on which a past event's curve, scaled to this event, reaches its places.
  const full = curves.flatMap((curve) => {
    if (places === 0) return []
    const factor = sold / curve.at(daysLeft)
    const reached = Array.from({ length: daysLeft + 1 }, (_, passed) => daysLeft - passed).find(
      (left) => curve.at(left) * factor >= places,
    )
    return reached === undefined ? [] : [reached]
  })
  return {
    middle: middleOf(sorted),
    low: sorted[quarter] ?? 0,
    high: sorted[sorted.length - 1 - quarter] ?? 0,
    events: curves.length,
    soldOut: full.length,
    soldOutDaysLeft: full.length * 2 > curves.length ? middleOf(full.sort((a, b) => a - b)) : null,
  }
}

/** Builds the view of pace: one event's sales by day against past events on the same weekday, and what they forecast. */
export function paceReport(data: PaceData, currency: string): Report {
  const { event, past, today } = data
  const frame = {
    view: 'pace' as const,
    from: today,
    to: today,
    today,
    before: null,
    currency,
  }
  if (!event)
    return {
      ...frame,
      notes: ['No event is on sale. Choose a past event to see how it sold.'],
      figures: [],
      charts: [],
      tables: [],
    }
  const weekday = weekdayName(event.day)
  const daysLeft = Math.max(0, daysFrom(today, event.day))
  const now = curveOf(event.sold)
  const curves = past.map((one) => ({ ...one, curve: curveOf(one.sold) }))
  const usable = curves.filter(({ curve }) => curve.end >= fewestTickets)
  const forecast = event.isOver
    ? null
    : forecastSales(
        event.sold,
        past.map(({ sold }) => sold),
        daysLeft,
        event.places,
      )
  const atSamePoint = usable.map(({ curve }) => curve.at(daysLeft)).sort((a, b) => a - b)
  return {
    ...frame,
    notes: [
      `${event.title}, ${dayName(event.day)}${event.isOver ? ', is over' : daysLeft === 0 ? ', is today' : `, in ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'}`}. ${comparison(usable.length, weekday)}`,
      ...(forecast
        ? [
            `Forecast: each of ${forecast.events} past events says how large a share it had sold with as many days left; what is sold now divided by that share is one guess. Shown are the middle guess and the range without the lowest and the highest quarter. It knows nothing of prices, weather or advertising.`,
            forecast.soldOutDaysLeft === null
              ? forecast.soldOut > 0
                ? `It would sell out at the pace of ${forecast.soldOut} of ${forecast.events} of them.`
                : 'It would not sell out at the pace of any of them.'
              : `It would sell out at the pace of ${forecast.soldOut} of ${forecast.events} of them, in the middle with ${forecast.soldOutDaysLeft} ${forecast.soldOutDaysLeft === 1 ? 'day' : 'days'} left.`,
          ]
        : event.isOver
          ? []
          : [
              `No forecast: it needs tickets sold, and at least ${fewestEvents} past events on a ${weekday} that had begun to sell by then.`,
            ]),
    ],
    figures: [
      listedFigure(section, 'sold', now.end, null, {
        note: event.places > 0 ? `of ${event.places.toLocaleString('en-US')} places` : null,
        rows: { event: event.id },
      }),
      ...(atSamePoint.length > 0
        ? [
            computedFigure(
              section,
              'samePoint',
              event.isOver ? 'Sold by past events' : 'Past events by this day',
              'count',
              middleOf(atSamePoint),
              null,
              'Tickets that the middle one of the past events on the same weekday had sold with as many days left.',
              atSamePoint.length > 1
                ? `${atSamePoint[0]?.toLocaleString('en-US')} to ${atSamePoint.at(-1)?.toLocaleString('en-US')}`
                : undefined,
            ),
          ]
        : []),
      ...(forecast
        ? [
            computedFigure(
              section,
              'forecast',
              'Forecast of tickets sold',
              'count',
              forecast.middle,
              null,
              'What the event will have sold in the end, by the shares that past events on the same weekday had sold with as many days left.',
              `Range ${forecast.low.toLocaleString('en-US')} to ${forecast.high.toLocaleString('en-US')}`,
            ),
          ]
        : []),
    ],
    charts: [paceChart(data, usable, forecast, daysLeft)].filter((chart) => chart !== null),
    tables: [
      {
        key: 'past',
        section: 'Past events',
        caption: `Past events on a ${weekday}`,
        about:
          'Valid tickets by the day they were issued. Share = what was sold by then of what was sold in the end.',
        columns: [
          { key: 'title', header: 'Event', unit: 'text' },
          { key: 'day', header: 'Day', unit: 'day' },
          {
            key: 'then',
            header:
              daysLeft === 0
                ? 'Sold by the day'
                : `Sold with ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'} left`,
            unit: 'count',
          },
          { key: 'end', header: 'Sold in the end', unit: 'count' },
          { key: 'share', header: 'Share', unit: 'share' },
        ],
        rows: curves.map(({ id, title, day, curve }) => ({
          key: id,
          cells: [
            title,
            day,
            curve.at(daysLeft),
            curve.end,
            curve.end ? curve.at(daysLeft) / curve.end : null,
          ],
          to: { event: id },
          rows: { figure: 'sold', event: id },
        })),
        empty: `There is no earlier event on a ${weekday}.`,
      },
    ],
  }
}

function comparison(events: number, weekday: string): string {
  if (events === 0)
    return `No earlier event on a ${weekday} sold ${fewestTickets} tickets, so there is none to compare with.`
  const those = events === 1 ? `the last event on a ${weekday}` : `the last ${events} events on a ${weekday}`
  return `Compared with ${those} that sold at least ${fewestTickets} tickets.`
}

function paceChart(
  { event }: PaceData,
  past: { title: string; day: string; curve: Curve }[],
  forecast: Forecast | null,
  daysLeft: number,
): Chart | null {
  if (!event) return null
  const now = curveOf(event.sold)
  const firstSale = Math.max(
    0,
    ...event.sold.map((day) => day.daysLeft),
    ...past.map(({ curve }) => firstDay(curve)),
  )
  const start = Math.min(mostDays, Math.max(firstSale, daysLeft, fewestDays))
  const days = Array.from({ length: start + 1 }, (_, passed) => start - passed)
  const isDone = event.isOver
  return {
    key: 'pace',
    section,
    title: 'Tickets sold, day by day',
    about: `Tickets sold up to each day before the event${past.length > 0 ? ', beside the middle of past events on the same weekday' : ''}.`,
    unit: 'count',
    kind: 'line',
    axis: 'Days before the event',
    points: days.map((left) => ({
      label: left === 0 ? 'Day of the event' : `${left} ${left === 1 ? 'day' : 'days'} before`,
      tick: left === 0 ? 'Event' : `−${left}`,
    })),
    series: [
      {
        name: event.title,
        role: 'now',
        values: days.map((left) => (isDone || left >= daysLeft ? now.at(left) : null)),
      },
      ...(past.length > 0
        ? [
            {
              name: 'Middle of past events',
              role: 'before' as const,
              values: days.map((left) =>
                middleOf(past.map(({ curve }) => curve.at(left)).sort((a, b) => a - b)),
              ),
            },
          ]
        : []),
      ...(forecast && daysLeft > 0
        ? [
            {
              name: 'Forecast',
              role: 'forecast' as const,
              values: days.map((left) =>
                left > daysLeft
                  ? null
                  : Math.round(now.end + ((forecast.middle - now.end) * (daysLeft - left)) / daysLeft),
              ),
            },
          ]
        : []),
    ],
    soFar: isDone ? null : days.indexOf(daysLeft),
  }
}

/** The most days before the event on which a curve has sales, up to the chart's most. */
function firstDay(curve: Curve): number {
  for (let left = mostDays; left > 0; left--) if (curve.at(left) > 0) return left
  return 0
}
