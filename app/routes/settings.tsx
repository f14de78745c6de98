import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { pageMeta } from '#core/page-meta.ts'
import { requireMember } from '#server/actor.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { page } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Settings', description: 'Your preferences.', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args)
  return null
}

export default function Settings() {
  return (
    <div className={page}>
      <PageHeader title="Settings" text="How the site looks and what it may send you." />
      <EmptyState
        title="No settings of your own"
        text="The theme switcher in the header is remembered on this device."
        action={<LinkButton to="/">Back to Home</LinkButton>}
      />
    </div>
  )
}
