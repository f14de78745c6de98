import { Link } from '@remix-run/react'
import { CircleHelp, LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Brand } from '#core/brand.ts'
import * as paths from '#core/paths.ts'
import { FirstLight } from '../first-light.tsx'
import { visuallyHidden } from '../visually-hidden.css.ts'
import * as css from './checkout-shell.css.ts'
import type { OwnShell } from './page-shell.ts'
import { header } from './shell.css.ts'

/**
 * Renders the top of pages on which people pay: brand, lock, status, help. Nothing else leads away.
 * @param status what the page shows in it, such as the time that is left
 */
function CheckoutHeader({ brand, status }: { brand: Brand; status: ReactNode }) {
  return (
    <header className={header}>
      <div className={css.row}>
        <Link to={paths.home()} className={css.brand}>
          {brand.logo ? (
            <img src={brand.logo} alt="" height={28} className={css.logo} />
          ) : (
            <FirstLight size={30} className={css.mark} />
          )}
          <span className={css.name}>{brand.name}</span>
        </Link>
        <p className={css.secure}>
          <LockKeyhole size={16} aria-hidden="true" />
          <span className={css.wideText}>Secure checkout</span>
        </p>
        <div className={css.status}>{status}</div>
        <a href={paths.help()} target="_blank" rel="noopener" className={css.help}>
          <CircleHelp size={20} aria-hidden="true" />
          <span className={css.wideText}>Help</span>
          <span className={visuallyHidden}> (opens in a new tab)</span>
        </a>
      </div>
    </header>
  )
}

/** Renders the bottom of pages on which people pay: who sells, and the terms of it. */
function CheckoutFooter({ brand }: { brand: Brand }) {
  const { company, postalAddress, contactEmail } = brand
  return (
    <footer className={css.footer}>
      <div className={css.footerRow}>
        <p>{[company, postalAddress].filter(Boolean).join(' · ')}</p>
        <nav aria-label="Legal">
          <ul className={css.links}>
            <FooterLink to={paths.terms()}>Terms</FooterLink>
            <FooterLink to={paths.refunds()}>Refunds</FooterLink>
            <FooterLink to={paths.privacy()}>Privacy</FooterLink>
            {contactEmail && (
              <li>
                <a href={`mailto:${contactEmail}`} className={css.link}>
                  {contactEmail}
                </a>
              </li>
            )}
          </ul>
        </nav>
      </div>
    </footer>
  )
}

/** Opens beside the page, which may hold typed text. */
function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <a href={to} target="_blank" rel="noopener" className={css.link}>
        {children}
        <span className={visuallyHidden}> (opens in a new tab)</span>
      </a>
    </li>
  )
}

/** Surrounds pages on which people pay. */
export const checkoutShell: OwnShell = { Header: CheckoutHeader, Footer: CheckoutFooter }
