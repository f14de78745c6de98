import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'

/**
 * Says over the tickets what was done.
 * @param newUsername the username of an account that was just made
 * @param isRenewed true when a ticket has a new code
 * @param isReported true when a scan was reported
 * @param renamed the new name on a ticket
 * @param children what other areas have to say
 */
export function WalletNotices({
  newUsername,
  isRenewed,
  isReported,
  renamed,
  children,
}: {
  newUsername: string | null
  isRenewed: boolean
  isReported: boolean
  renamed: string | null
  children?: ReactNode
}) {
  return (
    <>
      {newUsername && <NewUsername username={newUsername} />}
      {isRenewed && (
        <Banner tone="success" title="Your ticket has a new code. The old one no longer works." announce />
      )}
      {isReported && (
        <Banner
          tone="success"
          title="The door manager has your report. Bring your photo ID to the door."
          announce
        />
      )}
      {renamed && <Banner tone="success" title={`The ticket is for ${renamed} now.`} announce />}
      {children}
    </>
  )
}

function NewUsername({ username }: { username: string }) {
  return (
    <Banner tone="success" title="Your account is ready." announce>
      <p>
        Your username is <strong>{username}</strong>. Log in with it and your password. You can change it in{' '}
        <Link to={paths.profile()}>your profile</Link>.
      </p>
    </Banner>
  )
}

/** Leads a guest to an account. @param hasTickets false for one who only bought goods */
export function GuestNotice({ hasTickets }: { hasTickets: boolean }) {
  return (
    <p>
      You're browsing as a guest.{' '}
      <Link to={paths.home({ auth: 'register', redirect: paths.myTickets() })}>Create an account</Link> or{' '}
      <Link to={paths.home({ auth: 'login', redirect: paths.myTickets() })}>log in</Link> to see{' '}
      {hasTickets ? 'these tickets' : 'your order'} on any device.
    </p>
  )
}
