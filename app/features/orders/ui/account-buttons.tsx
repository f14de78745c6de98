import { openSignIn } from '#browser/sign-in-window.ts'
import { LinkButton } from '#ui/button.tsx'
import * as layout from '#ui/layout.css.ts'

/**
 * Open the window in which a guest becomes a member, or signs in to the account they have, and keeps everything; before
 * JavaScript arrives, its page.
 * @param path where to go with the account
 */
export function AccountButtons({ path }: { path: string }) {
  return (
    <div className={layout.cluster[2]}>
      <AccountButton tab="register" path={path} variant="primary">
        Create an account
      </AccountButton>
      <AccountButton tab="login" path={path} variant="secondary">
        Log in
      </AccountButton>
    </div>
  )
}

function AccountButton({
  tab,
  path,
  variant,
  children,
}: {
  tab: 'login' | 'register'
  path: string
  variant: 'primary' | 'secondary'
  children: string
}) {
  return (
    <LinkButton
      to={`/?${new URLSearchParams({ auth: tab, redirect: path })}`}
      variant={variant}
      onClick={(event) => {
        event.preventDefault()
        openSignIn({ tab, redirect: path })
      }}
    >
      {children}
    </LinkButton>
  )
}
