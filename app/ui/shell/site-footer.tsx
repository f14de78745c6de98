import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { FirstLight } from '../first-light.tsx'
import * as css from './shell.css.ts'

/** The bottom of every page. */
export function SiteFooter({
  name,
  company,
  tagline,
  year,
  links,
  choices,
}: {
  name: string
  company: string
  tagline: string
  /** The year of the copyright line, from the server's clock so that both sides write the same. */
  year: number
  links: readonly { to: string; label: string }[]
  /** A button beside the copyright line. */
  choices?: ReactNode
}) {
  return (
    <footer className={css.footer}>
      <div className={css.footerRow}>
        <div>
          <p className={css.footerName}>
            <FirstLight size={38} className={css.brandMark} />
            {name}
          </p>
          <p className={css.footerTagline}>{tagline}</p>
        </div>
        <nav aria-label="Footer">
          <ul className={css.footerLinks}>
            {links.map((link) => (
              <li key={link.to}>
                <Link to={link.to} className={css.footerLink}>
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <p className={css.footerSmall}>
            © {year} {company}
          </p>
          {choices}
        </div>
      </div>
    </footer>
  )
}
