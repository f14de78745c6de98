import {
  Form,
  isRouteErrorResponse,
  useLocation,
  useNavigate,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import type { MouseEvent } from 'react'
import * as paths from '#core/paths.ts'
import { Button, LinkButton } from '../button.tsx'
import { secondary } from './message-screen.css.ts'
import { MessageScreen } from './message-screen.tsx'

// Makes every action a button in a small GET form, so that it works before JavaScript arrives, or after it failed.

function BackHome({ variant = 'primary' }: { variant?: 'primary' | 'secondary' }) {
  return (
    <Form method="get" action={paths.home()}>
      <Button
        type="submit"
        size="lg"
        variant={variant}
        className={variant === 'secondary' ? secondary : undefined}
      >
        Back to Home
      </Button>
    </Form>
  )
}

/** Goes to the earlier page, or to Home when there is none. */
function GoBack() {
  const navigate = useNavigate()
  const goBack = (event: MouseEvent) => {
    event.preventDefault()
    if (window.history.length > 1) navigate(-1)
    else navigate(paths.home())
  }
  return (
    <Form method="get" action={paths.home()}>
      <Button type="submit" size="lg" onClick={goBack}>
        Go Back
      </Button>
    </Form>
  )
}

/** Renders Page Not Found. */
export function NotFoundScreen() {
  return (
    <MessageScreen
      title="Page Not Found"
      text="We can't find that page. It may have moved, or the party's over."
      actions={
        <>
          <GoBack />
          <BackHome variant="secondary" />
        </>
      }
    />
  )
}

/** Renders 413: a form with too much text. */
export function TooLongScreen() {
  return (
    <MessageScreen
      title="That's too long"
      text="That's more text than we can take. Go back, shorten it, and try again. Nothing has changed."
      actions={<GoBack />}
    />
  )
}

/**
 * Renders 403 for signed-in people without the right.
 * @param pages pages of this kind that are open to them
 */
export function ForbiddenScreen({ pages }: { pages: readonly { to: string; label: string }[] }) {
  return (
    <MessageScreen
      title="Not on the list"
      text="You don't have access to this area."
      actions={
        <>
          {pages.map(({ to, label }) => (
            <LinkButton key={to} to={to} size="lg">
              {label}
            </LinkButton>
          ))}
          <BackHome variant={pages.length > 0 ? 'secondary' : 'primary'} />
        </>
      }
    />
  )
}

/** Turns the search parameters of an address into hidden fields of a form that goes there. */
function SearchFields({ search }: { search: string }) {
  return [...new URLSearchParams(search)].map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ))
}

/** Requests the same page again without leaving the site. */
function TryAgain({ pathname, search }: { pathname: string; search: string }) {
  const navigate = useNavigate()
  const again = (event: MouseEvent) => {
    event.preventDefault()
    navigate(pathname + search, { replace: true, preventScrollReset: true })
  }
  return (
    <form method="get" action={pathname}>
      <SearchFields search={search} />
      <Button type="submit" size="lg" onClick={again}>
        Try Again
      </Button>
    </form>
  )
}

/** Renders the crash screen. Try Again requests the same page again; Reload Page loads a new document. */
export function CrashScreen() {
  const { pathname, search } = useLocation()
  const reload = (event: MouseEvent) => {
    event.preventDefault()
    window.location.reload()
  }
  return (
    <MessageScreen
      title="Something went wrong"
      text="That's on us. Try again."
      actions={
        <>
          <TryAgain pathname={pathname} search={search} />
          <form method="get" action={pathname}>
            <SearchFields search={search} />
            <Button type="submit" size="lg" variant="secondary" className={secondary} onClick={reload}>
              Reload Page
            </Button>
          </form>
        </>
      }
    />
  )
}

/** Renders 503: the database or sign-in can't be reached at the moment. Try Again requests the same page again. */
export function UnavailableScreen() {
  const { pathname, search } = useLocation()
  return (
    <MessageScreen
      title="We'll be right back"
      text="We're having trouble loading this. Please try again in a moment."
      actions={
        <>
          <TryAgain pathname={pathname} search={search} />
          <BackHome variant="secondary" />
        </>
      }
    />
  )
}

/** Renders 405: a form was sent to a page that takes none. */
export function WrongMethodScreen() {
  return (
    <MessageScreen
      title="That didn't go through"
      text="This page can't do what was asked. Nothing has changed."
      actions={<BackHome />}
    />
  )
}

/** Renders the screen of the error that the nearest boundary caught. */
export function ErrorScreen() {
  const error = useRouteError()
  const root = useRouteLoaderData('root') as { staff?: readonly { to: string; label: string }[] } | undefined
  if (isRouteErrorResponse(error)) {
    if (error.status === 404 || error.status === 410) return <NotFoundScreen />
    if (error.status === 403) return <ForbiddenScreen pages={root?.staff ?? []} />
    if (error.status === 405) return <WrongMethodScreen />
    if (error.status === 413) return <TooLongScreen />
    if (error.status === 503) return <UnavailableScreen />
  }
  return <CrashScreen />
}
