import type { LoaderFunctionArgs } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Outlet,
  type ShouldRevalidateFunction,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import {
  Ban,
  Boxes,
  CalendarDays,
  ChartColumn,
  Gauge,
  Gavel,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  MailPlus,
  Mails,
  PackageCheck,
  PackageX,
  Receipt,
  ScanLine,
  ScrollText,
  Shirt,
  SlidersHorizontal,
  TriangleAlert,
  Truck,
  Undo2,
  Users,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { readCookies } from '#core/cookies.ts'
import { densityCookieName, everyEvent, readDensity, staffEventCookieName } from '#core/office-choices.ts'
import { maySee, type StaffPath, staffNavigation } from '#core/staff-pages.ts'
import { SecondFactorNotice } from '#features/accounts/ui/second-factor-notice.tsx'
import { readStaffFrame } from '#features/staff/staff.reads.server.ts'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { EventSwitcher } from '#features/staff/ui/event-switcher.tsx'
import { PaletteButton } from '#features/staff/ui/palette-button.tsx'
import { readActor, readGuarded } from '#server/actor.server.ts'
import { readEnv } from '#server/env.server.ts'
import { takeFlash } from '#server/flash.server.ts'
import { Banner } from '#ui/banner.tsx'
import { notice } from '#ui/office/office-layout.css.ts'
import { type Crumb, OfficeLayout } from '#ui/office/office-layout.tsx'
import { ErrorScreen, ForbiddenScreen } from '#ui/shell/error-screens.tsx'
import { usePageShell } from '#ui/shell/page-shell.ts'

const monthSeconds = 30 * 24 * 60 * 60

/**
 * Reads the frame around every staff page. It guards nothing: each page below guards itself, whatever this returns.
 */
export async function loader(args: LoaderFunctionArgs) {
  const [actor, frame] = await readGuarded(args, readActor(args), () => readStaffFrame(args))
  if (!actor || !frame || !maySee(actor, '/admin/search')) return null
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

const icons: Record<StaffPath, LucideIcon> = {
  '/ticket-management/disputes': Gavel,
  '/ticket-management/blocked': Ban,
  '/admin': LayoutDashboard,
  '/ticket-scanner': ScanLine,
  '/scan-data': ListChecks,
  '/admin/events': CalendarDays,
  '/ticket-management': Receipt,
  '/ticket-management/refunds': Undo2,
  '/ticket-management/capacity': Gauge,
  '/ticket-management/attendees': Users,
  '/admin/products': Shirt,
  '/admin/inventory': Boxes,
  '/ticket-management/fulfilment': PackageCheck,
  '/ticket-management/returns': PackageX,
  '/admin/shipping': Truck,
  '/ticket-management/mails': Mails,
  '/user-management': UsersRound,
  '/user-management/grants': KeyRound,
  '/user-management/invitations': MailPlus,
  '/analytics': ChartColumn,
  '/admin/settings': SlidersHorizontal,
  '/admin/failures': TriangleAlert,
  '/admin/audit': ScrollText,
  '/admin/search': ListChecks,
}

export default function Staff() {
  return (
    <StaffFrame>
      <Outlet />
    </StaffFrame>
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
    <StaffFrame isForbidden={isForbidden}>
      {isForbidden && hasFrame ? <ForbiddenScreen pages={[]} /> : <ErrorScreen />}
    </StaffFrame>
  )
}

/** Returns whether this page has the staff frame: people who are not staff and the scanner have none. */
function useHasFrame(): boolean {
  const frame = useRouteLoaderData<typeof loader>('routes/_staff')
  const { shell } = usePageShell()
  return Boolean(frame) && shell !== 'bare'
}

/**
 * The layout of all staff pages: navigation, breadcrumbs, event switcher, command palette. Nothing for people who are not staff.
 * @param isForbidden true for a page that is closed to this person: its own breadcrumbs and events, which would lead back to it, are
 *   left out
 */
function StaffFrame({ isForbidden = false, children }: { isForbidden?: boolean; children: ReactNode }) {
  const frame = useRouteLoaderData<typeof loader>('routes/_staff')
  const { pathname } = useLocation()
  const matches = useMatches()
  const hasFrame = useHasFrame()
  if (!frame || !hasFrame) return children

  const handles = (isForbidden ? [] : matches).flatMap(({ handle, data, params }) => {
    const { crumbs, event } = (handle ?? {}) as StaffHandle
    return crumbs || event
      ? [{ crumbs: crumbs?.(data, params) ?? [], event, shown: event?.of(data, params) }]
      : []
  })
  const byEvent = handles.find(({ event }) => event)
  const shown = byEvent?.shown === 'kept' ? frame.lastEvent : (byEvent?.shown ?? null)
  const lastEvent = shown ?? frame.lastEvent
  // the page itself or the nearest one above it
  const place = frame.navigation
    .flatMap(({ group, links }) => links.map((link) => ({ group, ...link })))
    .filter(({ to }) => pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`)))
    .toSorted((a, b) => b.to.length - a.to.length)
    .at(0)
  const groups = frame.navigation.map(({ group, links }) => ({
    name: group,
    links: links.map(({ to, label, byEvent: keepsEvent }) => ({
      to: keepsEvent && lastEvent ? `${to}?event=${lastEvent}` : to,
      label,
      icon: icons[to],
      isCurrent: to === place?.to,
    })),
  }))

  const further = handles.flatMap(({ crumbs }) => crumbs)
  const crumbs: Crumb[] = [
    ...(place ? [{ label: place.group }, { label: place.label, to: place.to }] : [{ label: 'Staff' }]),
    ...further,
  ].filter(({ label }, index, all) => index !== 0 || label !== all[1]?.label)

  return (
    <OfficeLayout
      groups={groups}
      crumbs={crumbs}
      density={frame.density}
      tools={
        <>
          <PaletteButton pages={frame.navigation.flatMap(({ links }) => links)} />
          {byEvent?.event && (
            <EventSwitcher
              events={frame.events}
              current={shown}
              now={frame.now}
              to={byEvent.event.to}
              all={byEvent.event.all}
            />
          )}
        </>
      }
    >
      {frame.secondFactorDueAt && (
        <div className={notice}>
          <SecondFactorNotice dueAt={frame.secondFactorDueAt} now={frame.now} />
        </div>
      )}
      {frame.notice && <Banner tone="danger" title={frame.notice} announce />}
      {children}
    </OfficeLayout>
  )
}
