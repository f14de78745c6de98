import * as z from 'zod'

/** The views of the dashboard, in the order of its tabs. */
export const reportViewNames = [
  'overview',
  'events',
  'sources',
  'funnel',
  'door',
  'shop',
  'live',
  'retention',
  'pace',
] as const
export type ReportViewName = (typeof reportViewNames)[number]

/** How a number is written: a count, cents of the brand's currency, a share from 0 to 1, days, or a number with one decimal. */
export const units = ['count', 'money', 'share', 'days', 'decimal'] as const
const unitSchema = z.enum(units)
export type Unit = z.output<typeof unitSchema>

/** Search parameters that change the dashboard's filters or lead to rows: `figure`, `event`, `from`, and others. */
const querySchema = z.record(z.string(), z.string())

const figureSchema = z.object({
  key: z.string(),
  /** The heading under which it stands. */
  section: z.string(),
  label: z.string(),
  unit: unitSchema,
  /** Null where it can't be known. */
  value: z.number().nullable(),
  /** The same figure of the days before; null without a comparison. */
  previous: z.number().nullable(),
  /** One or two sentences: what is counted, and by which day. */
  definition: z.string(),
  /** A sentence below the number. */
  note: z.string().nullable(),
  /** Leads to the rows it adds up: parameters of the page of rows beside the report's own filters. Null for shares and the like. */
  rows: querySchema.nullable(),
})
/** One number with its definition, its comparison and its rows. */
export type Figure = z.output<typeof figureSchema>

const chartSchema = z.object({
  key: z.string(),
  section: z.string(),
  title: z.string(),
  /** Says in a sentence what the chart shows; screen readers get it as its description. */
  about: z.string(),
  unit: unitSchema,
  kind: z.enum(['line', 'bars']),
  /** The name of the points' column in its table: Day, Minutes after doors. */
  axis: z.string(),
  /** The points from left to right: `label` in full, `tick` as the axis has it. */
  points: z.array(z.object({ label: z.string(), tick: z.string() })),
  /** One value for each point; null where there is none. `now` is drawn full, `before` dashed, `past` thin, `forecast` dotted. */
  series: z.array(
    z.object({
      name: z.string(),
      role: z.enum(['now', 'before', 'past', 'forecast']),
      values: z.array(z.number().nullable()),
    }),
  ),
  /** Index of the current, incomplete point. */
  soFar: z.int().nullable(),
})
/** Lines or bars over a row of points. */
export type Chart = z.output<typeof chartSchema>

const cellSchema = z.union([z.string(), z.number(), z.null()])
const tableSchema = z.object({
  key: z.string(),
  section: z.string(),
  caption: z.string(),
  /** Defines its columns, below the table. */
  about: z.string(),
  /** `text`; a `day` or a `month` by its first day (YYYY-MM-DD); a unit; or `heat`: a share with a background that is stronger for more. */
  columns: z.array(
    z.object({
      key: z.string(),
      header: z.string(),
      unit: z.enum(['text', 'day', 'month', 'heat', ...units]),
    }),
  ),
  rows: z.array(
    z.object({
      key: z.string(),
      cells: z.array(cellSchema),
      /** Filters that its first cell leads to, on the same dashboard. */
      to: querySchema.nullable(),
      /** Parameters of the page of rows. */
      rows: querySchema.nullable(),
    }),
  ),
  empty: z.string(),
})
/** A table of a report; the first column names the row. */
export type ReportTable = z.output<typeof tableSchema>

/** The content of a view of the dashboard, and the response of `GET /api/analytics/dashboard?view=...`. */
export const reportSchema = z.object({
  view: z.enum(reportViewNames),
  /** First and last day, YYYY-MM-DD; a day runs from 6 AM to 6 AM in the brand's time zone. */
  from: z.string(),
  to: z.string(),
  today: z.string(),
  /** First day of the span that figures are compared with, which ends before `from`; null without a comparison. */
  before: z.string().nullable(),
  currency: z.string(),
  /** Sentences about the whole report. */
  notes: z.array(z.string()),
  figures: z.array(figureSchema),
  charts: z.array(chartSchema),
  tables: z.array(tableSchema),
})
export type Report = z.output<typeof reportSchema>

/** Result of `read_report_frame`. */
export const reportFrameSchema = z.object({
  today: z.string(),
  currency: z.string(),
  timeZone: z.string(),
  isAdmin: z.boolean(),
  events: z.array(z.object({ id: z.uuid(), title: z.string(), day: z.string() })),
  sources: z.array(z.object({ id: z.int(), name: z.string() })),
})
export type ReportFrame = z.output<typeof reportFrameSchema>

const count = z.number()
const optionalCount = z.number().optional()
const spanSchema = z.object({
  from: z.string(),
  to: z.string(),
  today: z.string(),
  before: z.string().nullable(),
})

const salesSchema = z.object({
  figures: z.object({
    orders: count,
    tickets: count,
    gross: optionalCount,
    face: optionalCount,
    fee: optionalCount,
    tax: optionalCount,
    refunded: optionalCount,
    disputed: optionalCount,
    corrected: optionalCount,
    net: optionalCount,
    average: optionalCount.nullable(),
  }),
  days: z.array(
    z.object({ day: z.string(), orders: count, tickets: count, gross: optionalCount, net: optionalCount }),
  ),
})
const trafficSchema = z.object({
  figures: z.object({
    views: optionalCount,
    visits: optionalCount,
    /** These four only where traffic is not split by source or device. */
    visitors: optionalCount,
    knownPeople: optionalCount,
    staffViews: optionalCount,
    botViews: optionalCount,
    bounces: optionalCount,
    eventViews: optionalCount,
    ticketClicks: optionalCount,
  }),
  days: z.array(
    z.object({
      day: z.string(),
      views: optionalCount,
      visits: optionalCount,
      visitors: optionalCount.nullable(),
      eventViews: optionalCount,
      ticketClicks: optionalCount,
    }),
  ),
})
const namedViewsSchema = z.array(z.object({ name: z.string(), views: count }))

/** Result of `read_overview_report`. Money is left out for moderators; pages, devices and browsers where the report is filtered. */
export const overviewDataSchema = spanSchema.extend({
  sales: salesSchema.nullable(),
  salesBefore: salesSchema.nullable(),
  views: trafficSchema,
  viewsBefore: trafficSchema.nullable(),
  pages: namedViewsSchema.optional(),
  devices: namedViewsSchema.optional(),
  browsers: namedViewsSchema.optional(),
})
export type OverviewData = z.output<typeof overviewDataSchema>

const eventSumsSchema = z.object({
  orders: count,
  tickets: count,
  gross: count.nullable(),
  net: count.nullable(),
})
/** Result of `read_events_report`. */
export const eventsDataSchema = spanSchema.extend({
  figures: z.object({
    events: count,
    orders: count,
    tickets: count,
    views: count,
    clicks: count,
    net: count.nullable(),
  }),
  figuresBefore: z.object({ orders: count, tickets: count, net: count.nullable() }).nullable(),
  events: z.array(
    eventSumsSchema.extend({
      id: z.uuid(),
      title: z.string(),
      day: z.string(),
      views: count,
      clicks: count,
      sold: count.nullable(),
      capacity: count.nullable(),
    }),
  ),
  others: eventSumsSchema.extend({ events: count, views: count, clicks: count }),
  goods: eventSumsSchema.nullable(),
  pools: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      places: z.boolean(),
      capacity: count,
      sold: count,
      held: count,
      blocked: count,
      left: count,
    }),
  ),
})
export type EventsData = z.output<typeof eventsDataSchema>

const sourceSumsSchema = z.object({
  visits: count,
  views: count,
  bounces: count,
  orders: count,
  tickets: count,
  gross: count.nullable(),
  net: count.nullable(),
})
const sourceFiguresSchema = z.object({
  visits: count,
  bounces: count,
  orders: count,
  /** Orders whose source is known, and their money. */
  known: count,
  gross: count.nullable(),
})
/** Result of `read_sources_report`. Money is null for moderators. */
export const sourcesDataSchema = spanSchema.extend({
  figures: sourceFiguresSchema,
  figuresBefore: sourceFiguresSchema.nullable(),
  sources: z.array(
    sourceSumsSchema.extend({ id: z.int(), name: z.string(), medium: z.string(), campaign: z.string() }),
  ),
  others: sourceSumsSchema.extend({ sources: count }),
})
export type SourcesData = z.output<typeof sourcesDataSchema>

const stepsSchema = z.object({
  viewed: count,
  clicked: count,
  held: count,
  payStarted: count,
  paid: count,
  arrived: count,
})
/** How many visits and buyers took each step from an event's page to its door. */
export type FunnelSteps = z.output<typeof stepsSchema>
/** Result of `read_funnel_report`. */
export const funnelDataSchema = spanSchema.extend({
  steps: stepsSchema,
  stepsBefore: stepsSchema.nullable(),
  events: z.array(stepsSchema.extend({ id: z.uuid(), title: z.string(), day: z.string() })),
  sources: z.array(stepsSchema.extend({ id: z.int(), name: z.string() })),
  devices: z.array(stepsSchema.extend({ name: z.string() })),
})
export type FunnelData = z.output<typeof funnelDataSchema>

const arrivalsSchema = z.object({ expected: count, arrived: count, freeExpected: count, freeArrived: count })
/** Result of `read_door_report`. */
export const doorDataSchema = spanSchema.extend({
  figures: arrivalsSchema.extend({ nights: count, open: count }),
  figuresBefore: arrivalsSchema.nullable(),
  /** By ten minutes since doors; -1 = before doors. */
  arrivals: z.array(z.object({ step: z.int(), arrivals: count })),
  gates: z.array(z.object({ gate: z.string(), arrivals: count, busiest: count })),
  nights: z.array(
    arrivalsSchema.extend({ id: z.uuid(), title: z.string(), day: z.string(), isOpen: z.boolean() }),
  ),
})
export type DoorData = z.output<typeof doorDataSchema>

const goodsSchema = z.object({
  productViews: count,
  productClicks: count,
  carts: count,
  orders: count,
  units: count.nullable(),
  gross: count.nullable(),
  refunded: count.nullable(),
})
/** Result of `read_shop_report`. */
export const shopDataSchema = spanSchema.extend({
  figures: goodsSchema,
  figuresBefore: goodsSchema.nullable(),
  products: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      views: count,
      clicks: count,
      carts: count,
      orders: count,
      units: count,
      gross: count.nullable(),
      stock: count,
      sold: count,
      available: count,
      /** Units that sold in the last 28 days that are over. */
      recent: count,
    }),
  ),
  others: z.object({
    products: count,
    views: count,
    clicks: count,
    units: count,
    gross: count.nullable(),
  }),
})
export type ShopData = z.output<typeof shopDataSchema>

/** Result of `read_live_report`. */
export const liveDataSchema = spanSchema.extend({
  streams: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      code: z.string(),
      day: z.string(),
      peak: count,
      average: z.number(),
      viewers: count,
      watchMinutes: count,
      sellsPasses: z.boolean(),
      passes: count,
      /** Visits that saw its page. */
      looks: count,
    }),
  ),
})
export type LiveData = z.output<typeof liveDataSchema>

/** Result of `read_retention_report`. Months are named by their first day. */
export const retentionDataSchema = z.object({
  from: z.string(),
  to: z.string(),
  today: z.string(),
  fromMonth: z.string(),
  toMonth: z.string(),
  figures: z.object({ people: count, newPeople: count, returned: count }),
  cohorts: z.array(z.object({ first: z.string(), month: z.string(), people: count })),
})
export type RetentionData = z.output<typeof retentionDataSchema>

const soldSchema = z.array(z.object({ daysLeft: z.int(), units: count }))
/** Result of `read_pace_report`: valid tickets by how many days before the event they were issued. */
export const paceDataSchema = z.object({
  today: z.string(),
  event: z
    .object({
      id: z.uuid(),
      title: z.string(),
      day: z.string(),
      isOver: z.boolean(),
      places: count,
      sold: soldSchema,
    })
    .nullable(),
  past: z.array(z.object({ id: z.uuid(), title: z.string(), day: z.string(), sold: soldSchema })),
})
export type PaceData = z.output<typeof paceDataSchema>

/** Result of `list_figure_rows`. */
export const figureRowsSchema = z.object({
  from: z.string(),
  to: z.string(),
  isAdmin: z.boolean(),
  /** How many rows there are, and what they add up to: the figure. */
  rows: count,
  total: count,
  currency: z.string(),
  timeZone: z.string(),
  /** The event or product that the rows are of. */
  item: z.string().nullable(),
  /** The source by which it is filtered. */
  source: z.string().nullable(),
  list: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      value: count,
      what: z.string(),
      detail: z.string(),
      order: z.string().nullable(),
      event: z.string().nullable(),
      /** Null unless asked for with a reason. */
      person: z.string().nullable(),
      email: z.string().nullable(),
    }),
  ),
  next: z.object({ at: z.string(), id: z.string() }).nullable(),
})
export type FigureRows = z.output<typeof figureRowsSchema>
