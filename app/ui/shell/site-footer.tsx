import { Link } from '@remix-run/react'
import { type ReactNode, useId } from 'react'
import type { Brand } from '#core/brand.ts'
import * as paths from '#core/paths.ts'
import { FirstLight } from '../first-light.tsx'
import * as css from './shell.css.ts'

/** Lists the links that a buyer must be able to find on every page. */
const help = [
  { to: paths.help(), label: 'Help' },
  { to: `${paths.help()}#contact`, label: 'Contact' },
  { to: paths.refunds(), label: 'Refunds' },
  { to: paths.terms(), label: 'Terms' },
  { to: paths.privacy(), label: 'Privacy' },
]

/** Renders the bottom of every page: links, the company, and how to reach it. */
export function SiteFooter({
  brand,
  year,
  links,
  choices,
}: {
  brand: Brand
  /** Holds the year of the copyright line, from the server's clock so that server and browser render the same. */
  year: number
  links: readonly { to: string; label: string }[]
  /** Shows a button beside the copyright line. */
  choices?: ReactNode
}) {
  const { name, company, tagline, contactEmail, postalAddress, socialLinks } = brand
  return (
    <footer className={css.footer}>
      <div className={css.footerRow}>
        <div className={css.footerBrand}>
          <p className={css.footerName}>
            <FirstLight size={38} className={css.brandMark} />
            {name}
          </p>
          <p className={css.footerTagline}>{tagline}</p>
        </div>
        <FooterLinks title="Explore" links={links} />
        <FooterLinks title="Help" links={help} />
        {(contactEmail || socialLinks.length > 0) && (
          <FooterLinks
            title="Find us"
            className={css.footerReach}
            links={[
              ...(contactEmail ? [{ to: `mailto:${contactEmail}`, label: contactEmail }] : []),
              ...socialLinks.map(({ label, url }) => ({ to: url, label })),
            ]}
          />
        )}
        <div className={css.footerEnd}>
          <p className={css.footerSmall}>
            © {year} {[company, postalAddress].filter(Boolean).join(' · ')}
          </p>
          {choices}
        </div>
      </div>
    </footer>
  )
}

function FooterLinks({
  title,
  links,
  className,
}: {
  title: string
  links: readonly { to: string; label: string }[]
  className?: string
}) {
  const id = useId()
  return (
    <nav aria-labelledby={id} className={className}>
      <p id={id} className={css.footerTitle}>
        {title}
      </p>
      <ul className={css.footerList}>
        {links.map(({ to, label }) => (
          <li key={to}>
            {to.startsWith('/') ? (
              <Link to={to} className={css.footerLink}>
                {label}
              </Link>
            ) : (
              <a
                href={to}
                className={css.footerLink}
                rel={to.startsWith('https:') ? 'noopener me' : undefined}
              >
                {label}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
