import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { toUser } from '#core/roles.ts'
import { requireMember } from '#server/actor.server.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { cluster, page, stack, text } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Profile', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  return toUser(await requireMember(args))
}

const roleNames = { admin: 'Admin', moderator: 'Moderator', member: 'Member', guest: 'Guest' }

export default function Profile() {
  const user = useLoaderData<typeof loader>()
  return (
    <div className={classNames(page, stack[5])}>
      <PageHeader title="Profile" />
      <Card as="section">
        <div className={cluster[4]}>
          <Avatar size="lg" src={user.avatar} displayName={user.displayName} username={user.username} />
          <div className={stack[1]}>
            <h2>{user.displayName}</h2>
            <p className={text.muted}>@{user.username}</p>
            <div className={cluster[2]}>
              <Badge tone="accent">{roleNames[user.role]}</Badge>
            </div>
          </div>
        </div>
      </Card>
      <div className={cluster[3]}>
        <LinkButton to="/my-tickets" variant="secondary">
          My Tickets
        </LinkButton>
        <LinkButton to="/settings" variant="secondary">
          Settings
        </LinkButton>
      </div>
    </div>
  )
}
