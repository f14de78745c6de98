import type { MetaFunction } from '@remix-run/node'
import { pageMeta } from '#core/page-meta.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { page } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Password reset', description: 'Choose a new password.', noindex: true })

export default function PasswordReset() {
  return (
    <div className={page}>
      <PageHeader title="Password reset" />
      <EmptyState
        title="A password can't be reset here"
        text="You can still buy and receive tickets by email as a guest. If you remember your password, log in."
        action={
          <>
            <LinkButton to="/?auth=login">Login</LinkButton>
            <LinkButton to="/events" variant="secondary">
              See events
            </LinkButton>
          </>
        }
      />
    </div>
  )
}
