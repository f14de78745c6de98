import { useLocation, useMatches } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { Density } from '#core/office-choices.ts'
import type { staffNavigation } from '#core/staff-pages.ts'
import { Banner } from '#ui/banner.tsx'
import { notice } from '#ui/office/office-layout.css.ts'
import { type Crumb, OfficeLayout } from '#ui/office/office-layout.tsx'
import type { StaffFrame as ReadFrame, StaffHandle } from '../staff.types.ts'
import { EventSwitcher } from './event-switcher.tsx'
import { pageIcons } from './page-icons.ts'
import { PaletteButton } from './palette-button.tsx'

/** Data of the frame around a staff page. */
export type ShownFrame = {
  navigation: ReturnType<typeof staffNavigation>
  events: ReadFrame['events']
  now: string
  /** The event that was looked at last; null for none. */
  lastEvent: string | null
  /** Says why what was posted about the frame was refused. */
  notice: string | null
  density: Density
}

/**
 * The layout of all staff pages: navigation, breadcrumbs, event switcher, command palette.
 * @param isForbidden true for a page that is closed to this person: its own breadcrumbs and events, which would lead back to it, are
 *   left out
 * @param duty stands over the page: what this person has to do; null for nothing
 */
export function StaffFrame({
  frame,
  isForbidden,
  duty,
  children,
}: {
  frame: ShownFrame
  isForbidden: boolean
  duty: ReactNode
  children: ReactNode
}) {
  const { pathname } = useLocation()
  const matches = useMatches()
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
      icon: pageIcons[to],
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
      {duty && (
        <div className={notice} data-testid="second-factor-notice">
          {duty}
        </div>
      )}
      {frame.notice && <Banner tone="danger" title={frame.notice} announce />}
      {children}
    </OfficeLayout>
  )
}
