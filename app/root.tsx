import * as paths from '#core/paths.ts'
import '#ui/theme/fonts.css.ts'
import '#ui/theme/theme.css.ts'
import '#ui/theme/global.css.ts'
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Link,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useActionData,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from '@remix-run/react'
import {
  CalendarDays,
  House,
  LayoutDashboard,
  type LucideIcon,
  Radio,
  ShoppingBag,
  Ticket,
  UsersRound,
} from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { reportPageView } from '#browser/page-views.ts'
import { chooseTheme, useThemeChoice } from '#browser/theme.ts'
import { prepareToastsEvent, toastEvent } from '#browser/toast.ts'
import { UserProvider, useUser } from '#browser/user-context.tsx'
import { defaultBrand } from '#core/brand.ts'
import { readCookies, themeCookieName } from '#core/cookies.ts'
import { pageMeta } from '#core/page-meta.ts'
import { may, toUser } from '#core/roles.ts'
import { type PlaceKey, visiblePlaces } from '#core/site-pages.ts'
import { staffLinks } from '#core/staff-pages.ts'
import { stagingNotice } from '#core/staging.ts'
import { readThemeChoice } from '#core/theme-choice.ts'
import { takeSignInForm } from '#features/accounts/plain-sign-in.server.ts'
import { AccountMenu } from '#features/accounts/ui/account-menu.tsx'
import { SignInHost } from '#features/accounts/ui/sign-in-host.tsx'
import { ConsentButton, ConsentHost } from '#features/analytics/ui/consent-host.tsx'
import { SearchButton } from '#features/search/ui/search-button.tsx'
import { readEnv } from '#server/env.server.ts'
import { firebaseSettings } from '#server/firebase.server.ts'
import { readShell } from '#server/shell.server.ts'
import displayFont from '#ui/fonts/bricolage-display.woff2?url'
import bodyFont from '#ui/fonts/figtree.woff2?url'
import { useNonce } from '#ui/nonce.ts'
import { BottomBar } from '#ui/shell/bottom-bar.tsx'
import { ErrorScreen } from '#ui/shell/error-screens.tsx'
import type { NavItem } from '#ui/shell/nav.ts'
import { NavigationSpinner } from '#ui/shell/navigation-spinner.tsx'
import { usePageShell } from '#ui/shell/page-shell.ts'
import * as css from '#ui/shell/shell.css.ts'
import { SiteFooter } from '#ui/shell/site-footer.tsx'
import { SiteHeader } from '#ui/shell/site-header.tsx'
import { SkipLink } from '#ui/shell/skip-link.tsx'
import { ThemeMenu } from '#ui/shell/theme-menu.tsx'
import { tool } from '#ui/shell/tools.css.ts'
import { ToasterHost } from '#ui/toaster-host.tsx'

const font = (href: string) =>
  ({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href }) as const

export const links: LinksFunction = () => [
  font(bodyFont),
  font(displayFont),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

const failureTitles: Record<number, string> = {
  403: 'No access',
  404: 'Page Not Found',
  405: "That didn't go through",
  410: 'Page Not Found',
  413: "That's too long",
  503: "We'll be right back",
}

/** Sets the title where a page has none, and on error pages. */
export const meta: MetaFunction<typeof loader> = ({ error, data }) => {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const title = error ? (failureTitles[status] ?? 'Something went wrong') : 'Home'
  return pageMeta([{ id: 'root', data }], { title, noindex: Boolean(error) })
}

/** Reads the shell; while the database can't be reached it has the brand's defaults, so that no page is blank. */
async function readShellOrDefaults(args: LoaderFunctionArgs) {
  try {
    const { brand, me, cartUnits, unread, live } = await readShell(args)
    return {
      brand: { ...brand, tagline: brand.tagline || defaultBrand.tagline },
      me: me && toUser(me),
      cartUnits,
      menu: {
        // Leaves out Today, to which the menu has a link for everybody, and all of those whose Today has the others.
        staff: me && !may(me, 'see_overview') ? staffLinks(me).filter(({ to }) => to !== paths.admin()) : [],
        unread,
      },
      live,
    }
  } catch (error) {
    args.context.requestContext.log.error({ err: error }, 'shell not read')
    // Undefined, not null: who is signed in is unknown, so the browser keeps showing the stored user.
    return { brand: defaultBrand, me: undefined, cartUnits: 0, menu: {}, live: false }
  }
}

/** Loads the sign-in window with the page if the URL opens it (`?auth=`). */
export const handle = { pageParams: ['auth', 'redirect', 'refused'] }

/** Takes the sign-in window's forms before JavaScript arrives. */
export const action = (args: ActionFunctionArgs) => takeSignInForm(args)

export async function loader(args: LoaderFunctionArgs) {
  const { brand, me, cartUnits, menu, live } = await readShellOrDefaults(args)
  const theme = readThemeChoice(readCookies(args.request.headers.get('cookie')).get(themeCookieName))
  const env = readEnv()
  const { SITE_URL: siteUrl, WEB_ANALYTICS_ID: id, WEB_ANALYTICS_URL: url } = env
  const firebase = firebaseSettings(env)
  const webAnalytics = id ? { id, url } : null
  const errorReports = env.SENTRY_DSN ? { dsn: env.SENTRY_DSN, release: env.COMMIT ?? null } : null
  return {
    brand,
    me,
    cartUnits,
    menu,
    live,
    theme,
    firebase,
    webAnalytics,
    errorReports,
    notice: env.mode === 'staging' ? stagingNotice : null,
    siteUrl,
    year: new Date().getUTCFullYear(),
  }
}

/** Skips reloading on navigation, which does not change who is signed in. Code that changes it revalidates or posts a form. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  actionStatus = 0,
}) => {
  // After a form that did not reach the site, reading would fail too, and take the page away with what was typed.
  if (formMethod || currentUrl.href === nextUrl.href) return actionStatus < 500
  // Leaving the sign-in window's address may mean a new session.
  return currentUrl.searchParams.has('auth') && !nextUrl.searchParams.has('auth')
}

const icons: Record<PlaceKey, LucideIcon> = {
  home: House,
  events: CalendarDays,
  shop: ShoppingBag,
  live: Radio,
  community: UsersRound,
  tickets: Ticket,
  admin: LayoutDashboard,
}

function useNavigationItems(live: boolean): Record<'top' | 'bottom', NavItem[]> {
  const { user } = useUser()
  const items = (where: 'top' | 'bottom') =>
    visiblePlaces(user, where).map(({ key, path, label }) => ({
      to: path,
      label,
      icon: icons[key],
      end: key === 'home',
      live: key === 'live' ? live : undefined,
    }))
  return { top: items('top'), bottom: items('bottom') }
}

/** Reports each page that is shown to the figures, once, and moves the focus to the heading of one that was navigated to. */
function usePageViews(): void {
  const { pathname } = useLocation()
  const { user } = useUser()
  const userId = user?.id ?? null
  useEffect(() => {
    if (reportPageView(pathname, userId))
      void import('#browser/focus-heading.ts').then((module) => module.focusHeading())
  }, [pathname, userId])
}

/** Loads the browser's error reports where the site has a place to send them. */
function useErrorReports(dsn: string | undefined, release: string | null): void {
  useEffect(() => {
    if (dsn)
      void import('#browser/error-reports.ts').then((module) => module.startErrorReports({ dsn, release }))
  }, [dsn, release])
}

/** Renders what surrounds every page, error screens included. Which shell it is, the page's route says in its `handle`. */
function Shell({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  const signInReply = useActionData<typeof action>()
  const brand = data?.brand ?? defaultBrand
  const items = useNavigationItems(data?.live ?? false)
  usePageViews()
  useErrorReports(data?.errorReports?.dsn, data?.errorReports?.release ?? null)
  const theme = useThemeChoice(data?.theme ?? 'system')
  const { shell, status } = usePageShell()
  const own = typeof shell === 'object' ? shell : null
  return (
    <>
      <SkipLink />
      {data?.notice && <p className={css.notice}>{data.notice}</p>}
      {own && <own.Header brand={brand} status={status} />}
      {shell === 'site' && (
        <SiteHeader
          name={brand.name}
          logo={brand.logo}
          items={items.top}
          tools={
            <>
              <SearchButton />
              {data?.cartUnits ? (
                <Link to={paths.cart()} className={tool} aria-label={`Cart, ${data.cartUnits}`}>
                  <ShoppingBag size={22} aria-hidden="true" />
                  <b>{data.cartUnits}</b>
                </Link>
              ) : null}
              <ThemeMenu choice={theme} action={paths.apiTheme()} onChoose={chooseTheme} />
              <AccountMenu {...data?.menu} />
            </>
          }
        />
      )}
      <main id="content" tabIndex={-1} className={css.main}>
        {children}
      </main>
      {own && <own.Footer brand={brand} />}
      {shell === 'site' && (
        <>
          <SiteFooter
            brand={brand}
            year={data?.year ?? new Date().getUTCFullYear()}
            links={items.top}
            choices={data?.webAnalytics && <ConsentButton className={css.footerLink} />}
          />
          <BottomBar items={items.bottom} />
        </>
      )}
      <NavigationSpinner />
      <SignInHost brandName={brand.name} firebase={data?.firebase ?? null} reply={signInReply} />
      <ConsentHost settings={data?.webAnalytics} />
      <ToasterHost prepareOn={prepareToastsEvent} showOn={toastEvent} />
    </>
  )
}

/**
 * Returns whether the page is shown for looking at only: without scripts, so that nothing of it counts as a visit, and with links
 * that open elsewhere.
 */
function usePreview(): boolean {
  return useMatches().some(
    ({ data }) => typeof data === 'object' && data !== null && 'preview' in data && data.preview === true,
  )
}

/** Renders the document around every page. */
export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  const nonce = useNonce()
  const isPreview = usePreview()
  return (
    <html lang="en" data-theme={data?.theme ?? 'system'} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        {/* Tells zod not to compile its checks: the content policy forbids that, and the attempt would be reported.
           Runs before any module of a page. */}
        {!isPreview && (
          <script nonce={nonce} suppressHydrationWarning>
            {'globalThis.__zod_globalConfig={jitless:true}'}
          </script>
        )}
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        {isPreview && <base target="_blank" />}
        <Meta />
        <Links />
      </head>
      <body>
        <UserProvider me={data?.me}>
          <Shell>{children}</Shell>
        </UserProvider>
        {!isPreview && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <ErrorScreen />
}
