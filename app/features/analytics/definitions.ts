/**
 * Says what each figure of the dashboard counts, in the words that are printed under it and at the head of exported files. The one
 * place for these sentences: who changes what a figure counts in SQL changes its sentence here.
 */
export const definitions = {
  day: 'A day runs from 6 AM to 6 AM in the brand’s time zone, so a night counts as one.',
  views: 'Pages opened, by when they were opened. Staff and bots are not counted.',
  visits:
    'Pages opened in one browser tab until half an hour without activity, a day at most. A visit goes on over midnight and counts on the day it began.',
  bounces:
    'Visits with one page and no event. Events are clicks, views of items in a list, and tickets held.',
  dailyVisitors:
    'Different visitors of a day, by a code of network and browser that changes every day. Over several days it is the sum of each day’s visitors, so somebody who comes on two days counts twice.',
  knownPeople:
    'Different accounts among a day’s visitors, of people who allow usage data to be linked to them. Over several days it is the sum of each day’s accounts, so somebody who comes on two days counts twice.',
  staffViews: 'Pages opened in tabs in which somebody with a staff role or grant was signed in at any time.',
  botViews:
    'Pages opened by programs: those that say so; those with a sign of one and no second page or event; and visits of ten pages or more at less than a second each.',
  source:
    'Where a visit came from: the campaign of the link that was opened (utm_source, utm_medium, utm_campaign), else the site that linked here. Visits with neither are direct.',
  lastSource:
    'A direct visit counts for the last other source of the same visitor within 7 days. Visitors are known from one day to the next only if they allow usage data to be linked to them.',
  firstSource: 'Counts for the source of the visitor’s first visit that is known.',
  orderSource:
    'The source of the visit in which the order’s tickets were held. Orders from browsers that report no visits have none.',
  viewed:
    'Visits that opened an event’s page, each event of a visit once, by when they first opened it. Staff and bots are not counted.',
  clicked: 'Of these visits, those that went on to the event’s checkout.',
  held: 'Of these visits, those in which tickets of the event were set aside.',
  payStarted:
    'Buyers who placed an order for an event and started to pay, or had nothing to pay, each event of a buyer once, by their first such order. A buyer is an account, else a mailbox. Buyers whose browser reports no visits are among them.',
  paid: 'Of these buyers, those with an order that was paid.',
  arrived: 'Of these buyers, those of whose paid tickets at least one was admitted at the door, so far.',
} as const

/** Names a figure that has a definition. */
export type DefinedFigure = keyof typeof definitions
