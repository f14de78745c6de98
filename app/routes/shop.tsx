import type { MetaFunction } from '@remix-run/node'
import { pageMeta } from '#core/page-meta.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { page } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Shop',
    description: 'Shirts, caps and flags from the road to the dance floor.',
    path: '/shop',
  })

export default function Shop() {
  return (
    <div className={page}>
      <PageHeader title="Shop" text="What we wear on the road." />
      <EmptyState
        title="Nothing on the rack"
        text="There are no products on sale. New drops are announced with the nights they are made for."
        action={<LinkButton to="/events">See events</LinkButton>}
      />
    </div>
  )
}
