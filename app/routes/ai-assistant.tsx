import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { pageMeta } from '#core/page-meta.ts'
import { requireMember } from '#server/actor.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { page } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'AI Assistant',
    description: 'Answers about events and tickets.',
    noindex: true,
  })

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args)
  return null
}

export default function AiAssistant() {
  return (
    <div className={page}>
      <PageHeader title="AI Assistant" text="Answers about events and tickets." />
      <EmptyState
        title="The assistant is not connected"
        text="No answers can be given here. Every event page has its times, prices and rules."
        action={<LinkButton to="/events">See events</LinkButton>}
      />
    </div>
  )
}
