import { Form, useLocation, useNavigate } from '@remix-run/react'
import type { MouseEvent } from 'react'
import { Button } from '../button.tsx'
import { quiet } from './message-screen.css.ts'
import { MessageScreen } from './message-screen.tsx'

// Every action is a button in a small GET form, so that it leads somewhere before JavaScript arrives, or after it died.

function BackHome({ variant = 'primary' }: { variant?: 'primary' | 'secondary' }) {
  return (
    <Form method="get" action="/">
      <Button
        type="submit"
        size="lg"
        variant={variant}
        className={variant === 'secondary' ? quiet : undefined}
      >
        Back to Home
      </Button>
    </Form>
  )
}

/** Page Not Found. Go Back falls back to Home when there is nothing to go back to. */
export function NotFoundScreen() {
  const navigate = useNavigate()
  const goBack = (event: MouseEvent) => {
    event.preventDefault()
    if (window.history.length > 1) navigate(-1)
    else navigate('/')
  }
  return (
    <MessageScreen
      title="Page Not Found"
      text="This page has moved, ended, or never was."
      actions={
        <>
          <Form method="get" action="/">
            <Button type="submit" size="lg" onClick={goBack}>
              Go Back
            </Button>
          </Form>
          <BackHome variant="secondary" />
        </>
      }
    />
  )
}

/** 403: signed in, but not for this. */
export function ForbiddenScreen() {
  return (
    <MessageScreen
      title="Not on the list"
      text="You don't have access to this area."
      actions={<BackHome />}
    />
  )
}

/** The crash screen. Try Again asks for the same page again without leaving the site; Reload Page starts afresh. */
export function CrashScreen() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const again = (event: MouseEvent) => {
    event.preventDefault()
    navigate(pathname + search, { replace: true, preventScrollReset: true })
  }
  const reload = (event: MouseEvent) => {
    event.preventDefault()
    window.location.reload()
  }
  const fields = [...new URLSearchParams(search)].map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ))
  return (
    <MessageScreen
      title="Something went wrong"
      text="That one is on us, and it has been noted. Most of the time a second try is enough."
      actions={
        <>
          <form method="get" action={pathname}>
            {fields}
            <Button type="submit" size="lg" onClick={again}>
              Try Again
            </Button>
          </form>
          <form method="get" action={pathname}>
            {fields}
            <Button type="submit" size="lg" variant="secondary" className={quiet} onClick={reload}>
              Reload Page
            </Button>
          </form>
        </>
      }
    />
  )
}
