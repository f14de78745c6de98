import { Form, Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { postStates } from '#core/post-states.ts'
import { relativeTime } from '#core/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Badges, Faint, Lines, Time } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { caseKeys, sourceNames, stateNames } from '../moderation.rules.ts'
import { type CaseQuery, caseQuerySchema, caseTabs } from '../moderation.schema.ts'
import { type CaseList, caseSources } from '../moderation.types.ts'

const tabs: Record<CaseQuery['show'], string> = {
  open: 'Open',
  hidden: 'Hidden',
  mine: 'Yours',
  decided: 'Decided',
}

const nothing: Record<CaseQuery['show'], { title: string; text: string }> = {
  open: {
    title: 'Nothing to decide',
    text: 'Reported posts and first posts of new members show up here.',
  },
  hidden: { title: 'Nothing hidden', text: 'Posts that reports hid show up here until somebody decides.' },
  mine: { title: 'You have no case', text: 'Next case gives you one for 10 minutes.' },
  decided: { title: 'Nothing decided yet', text: 'Decided cases stay here.' },
}

/** The cases of moderators: what nobody sees first, then the oldest. */
export const caseList = defineStaffList({
  name: 'cases',
  title: 'Moderation',
  noun: { one: 'case', many: 'cases' },
  query: caseQuerySchema,
  path: paths.moderation,
  rows: ({ cases }: CaseList) => cases,
  next: ({ next }) => next,
  total: ({ total }) => total,
  rowKey: ({ id }) => id,
  caption: ({ show }) =>
    show === 'decided' ? 'Decided cases, newest first' : 'Open cases, most urgent first',
  filters: () => [
    {
      name: 'source',
      label: 'Opened by',
      kind: 'choice',
      options: () => caseSources.map((value) => ({ value, label: sourceNames[value] })),
    },
  ],
  tabs: {
    label: 'Cases by state',
    name: 'show',
    options: caseTabs.map((tab) => ({ value: tab, label: tabs[tab] })),
    count: ({ counts }, tab) => (tab === 'open' || tab === 'hidden' || tab === 'mine' ? counts[tab] : null),
  },
  keeps: ['show'],
  empty: {
    title: ({ show }, isNarrowed) => (isNarrowed ? 'No cases here' : nothing[show].title),
    more: 'No more cases',
    text: ({ show }, isNarrowed) => (isNarrowed ? undefined : nothing[show].text),
  },
  columns: [
    {
      key: 'post',
      header: 'Post',
      phone: 'wide',
      cell: ({ id, excerpt, isComment }) => (
        <Link to={paths.moderationCase(id)}>{excerpt || (isComment ? 'Erased comment' : 'Erased post')}</Link>
      ),
    },
    { key: 'author', header: 'Author', cell: ({ author }) => author ?? 'Former member' },
    {
      key: 'why',
      header: 'Why',
      phone: 'wide',
      cell: ({ sources, reports, score }) => (
        <Lines>
          <Badges>
            {sources.map((source) => (
              <Badge key={source} tone={source === 'first_post' ? 'neutral' : 'warning'}>
                {sourceNames[source]}
              </Badge>
            ))}
          </Badges>
          {reports > 0 && (
            <Faint>{`${reports} ${reports === 1 ? 'report' : 'reports'}, weight ${score}`}</Faint>
          )}
        </Lines>
      ),
    },
    {
      key: 'post-state',
      header: 'Readers see',
      cell: ({ postStatus }) => (
        <Badge tone={postStates[postStatus].tone}>{postStates[postStatus].label}</Badge>
      ),
    },
    {
      key: 'waiting',
      header: 'Opened',
      phone: 'end',
      cell: ({ openedAt }, { timeZone, now }) => (
        <Time at={openedAt}>{relativeTime(openedAt, new Date(now), timeZone)}</Time>
      ),
    },
    {
      key: 'state',
      header: 'Case',
      cell: ({ state, claimedBy, isMine, decidedBy }) => (
        <Lines>
          <Badge tone={stateNames[state].tone}>{stateNames[state].text}</Badge>
          {(claimedBy ?? decidedBy) && <Faint>{isMine ? 'by you' : `by ${claimedBy ?? decidedBy}`}</Faint>}
        </Lines>
      ),
    },
  ],
})

/** Opens the next case of the queue, and the pages beside it. @param counts what waits; null where the list could not be read */
export function CaseActions({ counts }: { counts: CaseList['counts'] | null }) {
  return (
    <>
      <NextCase disabled={counts?.open === 0} />
      <LinkButton to={paths.moderationAppeals()} variant="secondary">
        {counts?.appeals ? `Appeals (${counts.appeals})` : 'Appeals'}
      </LinkButton>
      <LinkButton to={paths.moderationChats()} variant="secondary">
        Chats
      </LinkButton>
      <LinkButton to={paths.moderationSetup()} variant="secondary">
        Words and replies
      </LinkButton>
    </>
  )
}

/**
 * Claims the next case and opens it.
 * @param after the open case on the page, which goes back to the queue; null takes the most urgent one
 */
export function NextCase({ disabled = false, after = null }: { disabled?: boolean; after?: string | null }) {
  return (
    <Form method="post" action={paths.moderation({ index: '' })}>
      <input type="hidden" name="intent" value="next" />
      {after && <input type="hidden" name="after" value={after} />}
      <Button
        type="submit"
        variant={after ? 'secondary' : 'primary'}
        data-case-key={caseKeys.next}
        aria-keyshortcuts={caseKeys.next}
        disabled={disabled}
      >
        Next case
      </Button>
    </Form>
  )
}
