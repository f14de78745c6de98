import { shareOf } from './figures.rules.ts'
import type { Report, RetentionData } from './report.types.ts'
import { addDays, monthName, monthsFrom } from './report-days.rules.ts'
import { computedFigure, listedFigure } from './report-parts.rules.ts'

const section = 'People'
const months = 12

/** Builds the view of retention: people by the month of their first event, and in which later months they came. */
export function retentionReport(data: RetentionData, currency: string): Report {
  const { figures: f, fromMonth, toMonth } = data
  const rows = { from: data.from, to: data.to }
  const cohorts = [...new Set(data.cohorts.map(({ first }) => first))].sort()
  const peopleOf = (first: string, later: number) => {
    const found = data.cohorts.find((c) => c.first === first && monthsFrom(first, c.month) === later)
    return later > monthsFrom(first, toMonth) ? null : (found?.people ?? 0)
  }
  // Months that the oldest of them has had.
  const later = Math.min(months - 1, Math.max(1, ...cohorts.map((first) => monthsFrom(first, toMonth))))
  // Only cohorts that have had the month count in its average, so that young ones do not pull it down.
  const average = Array.from({ length: later + 1 }, (_, passed) => {
    const past = cohorts.filter((first) => passed <= monthsFrom(first, toMonth))
    const sum = (at: number) => past.reduce((all, first) => all + (peopleOf(first, at) ?? 0), 0)
    return shareOf(sum(passed), sum(0))
  })
  return {
    view: 'retention',
    from: data.from,
    to: data.to,
    today: data.today,
    before: null,
    currency,
    notes: [
      `People are counted by whole months: ${monthName(fromMonth)}${fromMonth === toMonth ? '' : ` to ${monthName(toMonth)}`}, up to the last day that is over.`,
    ],
    figures: [
      listedFigure(section, 'people', f.people, null, { rows }),
      listedFigure(section, 'newPeople', f.newPeople, null, { rows }),
      listedFigure(section, 'returned', f.returned, null, { rows }),
      computedFigure(
        section,
        'returnedShare',
        'Share that had come before',
        'share',
        shareOf(f.returned, f.people),
        null,
        'People who had been to an event before these months, divided by all people who came in them.',
      ),
    ],
    charts:
      cohorts.length > 0
        ? [
            {
              key: 'curve',
              section,
              title: 'Who comes again',
              about:
                'Of the people of the last twelve months of first events, the share that came in each later month; only months that have begun for them count.',
              unit: 'share',
              kind: 'line',
              axis: 'Months later',
              points: average.slice(1).map((_, place) => ({
                label: `${place + 1} ${place === 0 ? 'month' : 'months'} later`,
                tick: `+${place + 1}`,
              })),
              series: [{ name: 'Came again', role: 'now', values: average.slice(1) }],
              soFar: null,
            },
          ]
        : [],
    tables: [
      {
        key: 'cohorts',
        section: 'First events',
        caption: 'People by the month of their first event',
        about:
          'Each row is the people whose first month is the one named; +1 is the share of them that came in the month after it. A person may have several tickets and counts once.',
        columns: [
          { key: 'first', header: 'First month', unit: 'month' },
          { key: 'people', header: 'People', unit: 'count' },
          ...Array.from({ length: later }, (_, place) => ({
            key: `later-${place + 1}`,
            header: `+${place + 1}`,
            unit: 'heat' as const,
          })),
        ],
        rows: cohorts.map((first) => ({
          key: first,
          cells: [
            first,
            peopleOf(first, 0),
            ...Array.from({ length: later }, (_, place) => {
              const people = peopleOf(first, place + 1)
              return people === null ? null : shareOf(people, peopleOf(first, 0))
            }),
          ],
          to: null,
          rows: { figure: 'newPeople', cohort: first, from: first, to: endOfMonth(first) },
        })),
        empty: 'Nobody has come to an event yet.',
      },
    ],
  }
}

/** The last day of a month, named by its first day. */
export function endOfMonth(first: string): string {
  const next = new Date(`${first}T12:00:00Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return addDays(next.toISOString().slice(0, 10), -1)
}
