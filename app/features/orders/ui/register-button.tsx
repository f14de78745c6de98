import type { MouseEvent } from 'react'
import { openSignIn } from '#browser/sign-in-window.ts'
import { LinkButton } from '#ui/button.tsx'

/**
 * Opens the window in which a guest becomes a member and keeps everything; before JavaScript arrives, its page.
 * @param path where to go with the new account
 */
export function RegisterButton({ path }: { path: string }) {
  const open = (event: MouseEvent) => {
    event.preventDefault()
    openSignIn({ tab: 'register', redirect: path })
  }
  return (
    <LinkButton
      to={`/?${new URLSearchParams({ auth: 'register', redirect: path })}`}
      variant="secondary"
      onClick={open}
    >
      Create an account
    </LinkButton>
  )
}
