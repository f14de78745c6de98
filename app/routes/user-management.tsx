import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { pageMeta } from '#core/page-meta.ts'
import { requireRole } from '#server/actor.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { page } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'User management', description: 'Accounts and roles.', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  await requireRole(args, 'admin', 'moderator')
  return null
}

export default function UserManagement() {
  return (
    <div className={page}>
      <PageHeader title="User management" text="Accounts, roles and grants." />
      <EmptyState
        title="No list here"
        text="People can’t be listed on this page. Roles and grants are changed in the database by an admin."
        action={<LinkButton to="/admin">Admin</LinkButton>}
      />
    </div>
  )
}
