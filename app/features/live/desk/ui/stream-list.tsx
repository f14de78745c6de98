import { Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { streamStates } from '#core/stream-states.ts'
import { Badge } from '#ui/badge.tsx'
import { Badges, Dash, Faint, Lines, Time } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { ruleText, startText } from '../../public/live.rules.ts'
import { type StreamsQuery, streamsQuerySchema, streamTabs } from '../desk.schema.ts'
import type { StreamList } from '../desk.types.ts'

const tabTexts: Record<StreamsQuery['show'], { tab: string; empty: string }> = {
  coming: { tab: 'Upcoming', empty: 'No streams coming up' },
  draft: { tab: 'Drafts', empty: 'No drafts' },
  past: { tab: 'Past', empty: 'No past streams' },
  all: { tab: 'All', empty: 'No streams yet' },
}

/** Lists the streams that somebody runs; what is on the air comes first. */
export const streamList = defineStaffList({
  name: 'streams',
  title: 'Live',
  noun: { one: 'stream', many: 'streams' },
  query: streamsQuerySchema,
  path: paths.adminStreams,
  rows: ({ streams }: StreamList) => streams,
  next: ({ next }) => next,
  total: ({ total }) => total,
  rowKey: ({ id }) => id,
  caption: ({ show }) => (show === 'coming' ? 'Streams, the next one first' : 'Streams, newest first'),
  search: { label: () => 'Title', maxLength: 120 },
  tabs: {
    label: 'Streams by state',
    name: 'show',
    options: streamTabs.map((tab) => ({ value: tab, label: tabTexts[tab].tab })),
  },
  keeps: ['show'],
  empty: { title: ({ show }) => tabTexts[show].empty, more: 'No more streams' },
  columns: [
    {
      key: 'title',
      header: 'Stream',
      cell: ({ id, title, event }) => (
        <Lines>
          <Link to={paths.adminStream(id)}>{title}</Link>
          {event && event !== title && <Faint isOneLine>{event}</Faint>}
        </Lines>
      ),
    },
    {
      key: 'state',
      header: 'Status',
      phone: 'end',
      cell: ({ state, isCalledOff, failure }) => (
        <Badges>
          <Badge tone={streamStates[state].tone}>{streamStates[state].label}</Badge>
          {isCalledOff && <Badge tone="danger">Refunding</Badge>}
          {failure && <Badge tone="warning">Failed</Badge>}
        </Badges>
      ),
    },
    {
      key: 'start',
      header: 'Start',
      cell: ({ startsAt }, list) =>
        startsAt ? <Time at={startsAt}>{startText(startsAt, list)}</Time> : <Dash />,
    },
    {
      key: 'access',
      header: 'Access',
      phone: 'wide',
      cell: ({ accessRule, passCents }, { currency }) => ruleText({ accessRule, passCents }, currency),
    },
    { key: 'source', header: 'Source', cell: ({ source }) => source ?? <Dash /> },
    {
      key: 'passes',
      header: 'Passes',
      numeric: true,
      phone: 'labeled',
      cell: ({ passes }) => (passes === null ? <Dash /> : passes.toLocaleString('en-US')),
    },
    {
      key: 'viewers',
      header: 'Watching',
      numeric: true,
      phone: 'labeled',
      cell: ({ viewers }) => (viewers === null ? <Dash /> : viewers.toLocaleString('en-US')),
    },
  ],
})
