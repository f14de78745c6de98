import type { MetaFunction } from '@remix-run/node'
import { pageMeta } from '#core/page-meta.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { page } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Live', description: 'Live streams from our nights.', path: '/live' })

export default function Live() {
  return (
    <div className={page}>
      <PageHeader title="Live" text="Nights you can join from anywhere." />
      <EmptyState
        title="Nobody is live"
        text="There is no stream running and none on the calendar. The nights themselves are."
        action={<LinkButton to="/events">See events</LinkButton>}
      />
    </div>
  )
}
