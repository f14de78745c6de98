import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import * as paths from '#core/paths.ts'
import { FirstLight } from '../first-light.tsx'
import type { NavItem } from './nav.ts'
import * as css from './shell.css.ts'
import { TopNav } from './top-nav.tsx'

/**
 * Renders the top of every page: brand, wide navigation, tools.
 * @param logo path of the brand's logo; null draws the house mark
 */
export function SiteHeader({
  name,
  logo,
  items,
  tools,
}: {
  name: string
  logo: string | null
  items: readonly NavItem[]
  tools: ReactNode
}) {
  return (
    <header className={css.header}>
      <div className={css.headerRow}>
        <Link to={paths.home()} className={css.brand}>
          {logo ? (
            <img src={logo} alt="" height={32} className={css.brandLogo} />
          ) : (
            <FirstLight size={34} className={css.brandMark} />
          )}
          <span className={css.brandName}>{name}</span>
        </Link>
        <TopNav items={items} />
        <div className={css.tools}>{tools}</div>
      </div>
    </header>
  )
}
