import '#ui/theme/fonts.css.ts'
import '#ui/theme/theme.css.ts'
import '#ui/theme/global.css.ts'
import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from '@remix-run/react'
import { CalendarDays, House, Radio, ShoppingBag, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { defaultBrand } from '#core/brand.ts'
import { readCookies, themeCookieName } from '#core/cookies.ts'
import { readThemeChoice } from '#core/theme-choice.ts'
import displayFont from '#ui/fonts/bricolage-display.woff2?url'
import bodyFont from '#ui/fonts/figtree.woff2?url'
import { useNonce } from '#ui/nonce.ts'
import { BottomBar } from '#ui/shell/bottom-bar.tsx'
import type { NavItem } from '#ui/shell/nav.ts'
import * as shellCss from '#ui/shell/shell.css.ts'
import { SiteFooter } from '#ui/shell/site-footer.tsx'
import { SiteHeader } from '#ui/shell/site-header.tsx'
import { SkipLink } from '#ui/shell/skip-link.tsx'

const preload = (href: string) =>
  ({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href }) as const

export const links: LinksFunction = () => [preload(bodyFont), preload(displayFont)]

export async function loader({ request }: LoaderFunctionArgs) {
  const theme = readThemeChoice(readCookies(request.headers.get('cookie')).get(themeCookieName))
  return {
    brand: defaultBrand,
    me: null,
    live: false,
    theme,
    siteUrl: new URL(request.url).origin,
    year: new Date().getUTCFullYear(),
  }
}

const items: readonly NavItem[] = [
  { to: '/', label: 'Home', icon: House, end: true },
  { to: '/events', label: 'Events', icon: CalendarDays },
  { to: '/shop', label: 'Shop', icon: ShoppingBag },
  { to: '/live', label: 'Live', icon: Radio, live: false },
  { to: '/community', label: 'Community', icon: UsersRound },
]

/** The document around every page, crash screens included. */
export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  const nonce = useNonce()
  const brand = data?.brand ?? defaultBrand
  return (
    <html lang="en" data-theme={data?.theme ?? 'system'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
        <Links />
      </head>
      <body>
        <SkipLink />
        <SiteHeader name={brand.name} logo={brand.logo} items={items} tools={null} />
        <main id="content" tabIndex={-1} className={shellCss.main}>
          {children}
        </main>
        <SiteFooter
          name={brand.name}
          company={brand.company}
          tagline={brand.tagline}
          year={data?.year ?? new Date().getUTCFullYear()}
          links={items}
        />
        <BottomBar items={items} />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}
