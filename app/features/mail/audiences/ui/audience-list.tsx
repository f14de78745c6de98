import { Link } from '@remix-run/react'
import * as z from 'zod'
import { formatMoment } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Lines, Time } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { conditionKinds, countConditions, draftOf } from '../audience-draft.rules.ts'
import type { Audiences, SavedAudience } from '../audiences.types.ts'

/** Says in a few words what an audience asks. */
function conditionsOf({ definition }: SavedAudience): string {
  const draft = draftOf(definition)
  const count = countConditions(draft)
  if (count === 0) return 'Everybody'
  const [first] = draft.conditions
  const words = first && !('conditions' in first) ? conditionKinds[first.kind].label : 'A group'
  return count === 1 ? words : `${words}, and ${count - 1} more`
}

/** The saved audiences, A to Z, on one page. */
export const audienceList = defineStaffList({
  name: 'audiences',
  title: 'Audiences',
  noun: { one: 'audience', many: 'audiences' },
  query: z.object({ after: z.null().catch(null).default(null) }),
  path: () => paths.audiences(),
  rows: ({ audiences }: Audiences) => audiences,
  next: () => null,
  total: ({ audiences }) => ({ count: audiences.length }),
  rowKey: ({ id }: SavedAudience) => id,
  caption: () => 'Audiences, A to Z',
  empty: {
    title: () => 'No audiences yet',
    more: 'No more audiences',
    text: () => 'Save the conditions you use often, such as people who came to the last party.',
  },
  columns: [
    { key: 'name', header: 'Name', cell: ({ id, name }) => <Link to={paths.audience(id)}>{name}</Link> },
    { key: 'conditions', header: 'Conditions', phone: 'wide', cell: conditionsOf },
    {
      key: 'changed',
      header: 'Changed',
      phone: 'end',
      cell: ({ author, updatedAt }, { timeZone, now }) => (
        <Lines>
          <Time at={updatedAt}>{formatMoment(updatedAt, timeZone, now)}</Time>
          {author && <span>{author}</span>}
        </Lines>
      ),
    },
  ],
})
