import type { MetaFunction } from '@remix-run/node'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { page } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Live',
    description: "Live streams from our parties. We're offline right now.",
    path: paths.live(),
  })

export default function Live() {
  return (
    <div className={page}>
      <PageHeader title="Live" text="Streams from our parties." />
      <EmptyState
        title="We're offline right now"
        text="There's no stream on or scheduled. Catch us in person."
        action={<LinkButton to={paths.events()}>See events</LinkButton>}
      />
    </div>
  )
}
