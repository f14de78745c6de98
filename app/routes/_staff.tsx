import type { LoaderFunctionArgs } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Outlet,
  type ShouldRevalidateFunction,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import type { ReactNode } from 'react'
import { readCookies } from '#core/cookies.ts'
import { densityCookieName, everyEvent, readDensity, staffEventCookieName } from '#core/office-choices.ts'
import { maySee, staffNavigation } from '#core/staff-pages.ts'
import { SecondFactorNotice } from '#features/accounts/ui/second-factor-notice.tsx'
import { readStaffFrame } from '#features/staff/staff.reads.server.ts'
import { StaffFrame } from '#features/staff/ui/staff-frame.tsx'
import { readActor, readGuarded } from '#server/actor.server.ts'
import { readEnv } from '#server/env.server.ts'
import { takeFlash } from '#server/flash.server.ts'
import { ErrorScreen, ForbiddenScreen } from '#ui/shell/error-screens.tsx'
import { usePageShell } from '#ui/shell/page-shell.ts'

const monthSeconds = 30 * 24 * 60 * 60

/**
 * Reads the frame around every staff page. It guards nothing: each page below guards itself, whatever this returns.
 */
export async function loader(args: LoaderFunctionArgs) {
  const [actor, frame] = await readGuarded(args, readActor(args), () => readStaffFrame(args))
  const mayWork = maySee(actor, '/admin/search') || maySee(actor, '/email-management')
  if (!actor || !frame || !mayWork) return null
  const cookies = readCookies(args.request.headers.get('cookie'))
  const { searchParams } = new URL(args.request.url)
  const dropsEvent = searchParams.get('event') === everyEvent
  const allowed = (id: string | null | undefined) => frame.events.find((event) => event.id === id)?.id ?? null
  const fromUrl = allowed(searchParams.get('event') ?? args.params.id)
  const fromCookie = dropsEvent ? null : allowed(cookies.get(staffEventCookieName))
  if (dropsEvent || (fromUrl && fromUrl !== fromCookie)) {
    const secure = readEnv().secure ? '; Secure' : ''
    args.context.requestContext.cookies.setCookie(
      `${staffEventCookieName}=${fromUrl ?? ''}; Path=/; Max-Age=${fromUrl ? monthSeconds : 0}; HttpOnly; SameSite=Lax${secure}`,
    )
  }
  return {
    navigation: staffNavigation(actor),
    events: frame.events,
    views: frame.views,
    now: frame.now,
    lastEvent: fromUrl ?? fromCookie,
    /** Says why what was posted about the frame was refused. */
    notice: takeFlash(args, 'staff'),
    density: readDensity(cookies.get(densityCookieName)),
    /** Until when an admin must set up a second step; null for everybody else. */
    secondFactorDueAt: actor.secondFactorDueAt ?? null,
  }
}

/** Reloads the frame when the event in the URL changes or a form is posted; a list's own parameters do not reload it. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  currentParams,
  nextParams,
  formAction,
}) => {
  if (formAction) return true
  const next = nextUrl.searchParams.get('event') ?? nextParams.id
  return next !== undefined && next !== (currentUrl.searchParams.get('event') ?? currentParams.id)
}

export default function Staff() {
  return (
    <Framed>
      <Outlet />
    </Framed>
  )
}

/**
 * Keeps the frame around a page that is not there, failed or is closed to this person: the way on is in it. Its navigation lists
 * only what they may see.
 */
export function ErrorBoundary() {
  const error = useRouteError()
  const hasFrame = useHasFrame()
  const isForbidden = isRouteErrorResponse(error) && error.status === 403
  return (
    <Framed isForbidden={isForbidden}>
      {isForbidden && hasFrame ? <ForbiddenScreen pages={[]} /> : <ErrorScreen />}
    </Framed>
  )
}

/** Returns whether this page has the staff frame: people who are not staff and the scanner have none. */
function useHasFrame(): boolean {
  const frame = useRouteLoaderData<typeof loader>('routes/_staff')
  const { shell } = usePageShell()
  return Boolean(frame) && shell !== 'bare'
}

/** Puts the frame around a page; nothing for people who are not staff. */
function Framed({ isForbidden = false, children }: { isForbidden?: boolean; children: ReactNode }) {
  const frame = useRouteLoaderData<typeof loader>('routes/_staff')
  const hasFrame = useHasFrame()
  if (!frame || !hasFrame) return children
  return (
    <StaffFrame
      frame={frame}
      isForbidden={isForbidden}
      duty={frame.secondFactorDueAt && <SecondFactorNotice dueAt={frame.secondFactorDueAt} now={frame.now} />}
    >
      {children}
    </StaffFrame>
  )
}
