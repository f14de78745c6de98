import type { MetaFunction } from '@remix-run/node'
import { pageMeta } from '#core/page-meta.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { page } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Community',
    description: 'What people say before, during and after the night.',
    path: '/community',
  })

export default function Community() {
  return (
    <div className={page}>
      <PageHeader title="Community" text="Before, during and after the night." />
      <EmptyState
        title="No posts"
        text="Nobody has posted anything. Threads open with the events they belong to."
        action={<LinkButton to="/events">See events</LinkButton>}
      />
    </div>
  )
}
