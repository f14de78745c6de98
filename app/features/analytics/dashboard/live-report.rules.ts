import { shareOf } from './figures.rules.ts'
import type { LiveData, Report, ReportTable } from './report.types.ts'
import { computedFigure } from './report-parts.rules.ts'

const section = 'Streams'

const words = {
  peak: 'The most devices that watched in the same minute, of the stream with the most.',
  average: 'Devices watching, as an average over the minutes on the air.',
  viewers: 'People who watched, and devices of visitors without an account; replays included.',
  minutes: 'Minutes watched by all together; replays included.',
  passes: 'Stream passes sold and not refunded, test orders aside.',
  conversion: 'Passes divided by visits that saw the page of a stream with a pass.',
}

/** Builds the view of streams: who watched, for how long, and how many of those who looked bought a pass. */
export function liveReport(data: LiveData, currency: string): Report {
  const { streams } = data
  const sum = (of: (stream: LiveData['streams'][number]) => number) =>
    streams.reduce((total, stream) => total + of(stream), 0)
  const sold = streams.filter(({ sellsPasses }) => sellsPasses)
  const looks = sold.reduce((total, stream) => total + stream.looks, 0)
  const passes = sold.reduce((total, stream) => total + stream.passes, 0)
  const figure = (
    key: string,
    label: string,
    unit: 'count' | 'share' | 'decimal',
    value: number | null,
    definition: string,
  ) => computedFigure(section, key, label, unit, value, null, definition)
  return {
    view: 'live',
    from: data.from,
    to: data.to,
    today: data.today,
    before: null,
    currency,
    notes: [],
    figures: [
      figure(
        'livePeak',
        'Peak viewers',
        'count',
        Math.max(0, ...streams.map(({ peak }) => peak)),
        words.peak,
      ),
      figure(
        'liveAverage',
        'Average viewers',
        'decimal',
        streams.length > 0 ? sum(({ average }) => average) / streams.length : null,
        words.average,
      ),
      figure(
        'liveViewers',
        'Viewers',
        'count',
        sum(({ viewers }) => viewers),
        words.viewers,
      ),
      figure(
        'watchMinutes',
        'Minutes watched',
        'count',
        sum(({ watchMinutes }) => watchMinutes),
        words.minutes,
      ),
      figure('streamPasses', 'Stream passes', 'count', passes, words.passes),
      figure('passShare', 'Visits that bought a pass', 'share', shareOf(passes, looks), words.conversion),
    ],
    charts: [],
    tables: [streamTable(data)],
  }
}

function streamTable({ streams }: LiveData): ReportTable {
  return {
    key: 'streams',
    section,
    caption: 'Streams by night',
    about: `${words.conversion} A dash where no pass was on sale.`,
    columns: [
      { key: 'title', header: 'Stream', unit: 'text' },
      { key: 'day', header: 'Night', unit: 'text' },
      { key: 'peak', header: 'Peak viewers', unit: 'count' },
      { key: 'average', header: 'Average viewers', unit: 'decimal' },
      { key: 'viewers', header: 'Viewers', unit: 'count' },
      { key: 'minutes', header: 'Minutes watched', unit: 'count' },
      { key: 'passes', header: 'Stream passes', unit: 'count' },
      { key: 'share', header: 'Visits that bought a pass', unit: 'share' },
    ],
    rows: streams.map((stream) => ({
      key: stream.id,
      cells: [
        stream.title,
        stream.day,
        stream.peak,
        stream.average,
        stream.viewers,
        stream.watchMinutes,
        stream.sellsPasses ? stream.passes : null,
        stream.sellsPasses ? shareOf(stream.passes, stream.looks) : null,
      ],
      to: null,
      rows: null,
    })),
    empty: 'No stream was on the air on these days.',
  }
}
