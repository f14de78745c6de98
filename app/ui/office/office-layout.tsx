import { Link, useLocation } from '@remix-run/react'
import { type LucideIcon, Menu, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import * as css from './office-layout.css.ts'

export type OfficeLink = {
  to: string
  label: string
  icon: LucideIcon
  /** True for the page that is shown, or that the shown one stands below. */
  isCurrent: boolean
}
export type Crumb = { label: string; to?: string }

const navigationId = 'office-navigation'
const contentId = 'office-content'
/** Sets the room below the current page's link in the column, which fades there, in pixels. */
const currentMargin = 24

/**
 * Frames the back office inside the site's shell: navigation at the side (a sheet on a phone, which opens and
 * closes without JavaScript too), breadcrumbs and tools over the page.
 * @param groups links of the navigation under the names of their groups; empty groups are not given
 * @param crumbs from the outermost to the page itself, which is the last one and needs no address
 * @param tools shown at the end of the bar: the search button, a switcher
 * @param density row height of lists from `lg` up
 */
export function OfficeLayout({
  groups,
  crumbs,
  tools,
  density,
  children,
}: {
  groups: readonly { name: string; links: readonly OfficeLink[] }[]
  crumbs: readonly Crumb[]
  tools: ReactNode
  density: 'comfortable' | 'compact'
  children: ReactNode
}) {
  const side = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation closes the sheet that led there and scrolls the column
  useEffect(() => {
    const nav = side.current
    if (!nav) return
    if (nav.matches(':popover-open')) nav.hidePopover()
    // Scrolls the column, which may be higher than the window, to the page it leads to; never the page itself.
    const current = nav.querySelector('[aria-current=page]')?.getBoundingClientRect()
    const box = nav.getBoundingClientRect()
    if (current && (current.bottom > box.bottom - currentMargin || current.top < box.top))
      nav.scrollTop += current.top - box.top - box.height / 2
  }, [pathname])
  return (
    <div className={css.office} data-density={density}>
      <a href={`#${contentId}`} className={css.skip}>
        Skip staff navigation
      </a>
      <nav
        ref={side}
        id={navigationId}
        aria-label="Staff pages"
        data-testid="staff-navigation"
        className={css.side}
        // React 18 has no name of its own for this attribute.
        {...{ popover: 'auto' }}
      >
        <div className={css.sideHead}>
          Staff
          <button
            type="button"
            className={css.barButton}
            aria-label="Close staff navigation"
            {...{ popovertarget: navigationId, popovertargetaction: 'hide' }}
          >
            <X size={20} aria-hidden="true" />
          </button>
        </div>
        <div className={css.groups}>
          {groups.map(({ name, links }) => (
            <div key={name}>
              <p className={css.groupName} id={`office-${name}`}>
                {name}
              </p>
              <ul className={css.links} aria-labelledby={`office-${name}`}>
                {links.map(({ to, label, icon: Icon, isCurrent }) => (
                  <li key={to}>
                    <Link to={to} className={css.link} aria-current={isCurrent ? 'page' : undefined}>
                      <Icon size={18} className={css.linkIcon} aria-hidden="true" />
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </nav>
      <div className={css.bar}>
        <button
          type="button"
          className={css.menuButton}
          aria-label="Staff navigation"
          {...{ popovertarget: navigationId }}
        >
          <Menu size={20} aria-hidden="true" />
        </button>
        <Breadcrumbs crumbs={crumbs} />
        <div className={css.barEnd}>{tools}</div>
      </div>
      <div id={contentId} tabIndex={-1} className={css.content}>
        {children}
      </div>
    </div>
  )
}

function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs" data-testid="breadcrumbs">
      <ol className={css.crumbs}>
        {crumbs.map(({ label, to }, place) => (
          <li key={`${label} ${to ?? ''}`} className={css.crumb}>
            {place === crumbs.length - 1 ? (
              <span className={css.crumbText} aria-current="page">
                {label}
              </span>
            ) : to ? (
              <Link to={to} className={css.crumbText}>
                {label}
              </Link>
            ) : (
              <span className={css.crumbText}>{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
