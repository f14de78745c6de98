import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { requireMember } from '#server/actor.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { page } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'AI Assistant',
    description: "The assistant isn't available yet.",
    noindex: true,
  })

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args)
  return null
}

export default function AiAssistant() {
  return (
    <div className={page}>
      <PageHeader title="AI Assistant" />
      <EmptyState
        title="The assistant isn't available yet"
        text="Meanwhile, our help page answers most questions, and you can write to us there."
        action={<LinkButton to={paths.help()}>Get help</LinkButton>}
      />
    </div>
  )
}
