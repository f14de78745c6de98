import type { BrowserContext, Route } from 'playwright-core'
import { type FirebaseStandIn, newPerson, type ProviderPerson, signIdToken } from './firebase-stand-in.ts'

/**
 * Replaces, within one browser, every service of the identity provider that Firebase's own library talks to:
 * Google's loader script, the hidden frame and the popup of the project's auth domain, and the account API.
 */
export type ProviderStandIn = {
  /** The person who signs in next. */
  person: ProviderPerson
  /** Error of the account API, such as `USER_DISABLED`; `second step` requires another factor. */
  refusal: string | null
  /** Methods that the project allows. */
  domains: string[]
  /** True if the popup completes the sign-in; otherwise it waits to be closed. */
  popup: 'finishes' | 'waits'
  /** Makes the provider unreachable. */
  offline: boolean
  /** Requested addresses, in order. */
  requests: string[]
}

/** The site's own hosts; requests to all others go to the stand-in. */
const ours = /^https?:\/\/(localhost|127\.0\.0\.1)[:/]/

/** Implements the part of Google's loader that the library uses: a frame with messages and events. */
const loaderScript = `
  const onload = new URL(document.currentScript.src).searchParams.get('onload')
  const handlers = []
  addEventListener('message', ({ data, origin }) => {
    if (origin.endsWith('.firebaseapp.com') && data.authEvent) for (const handle of handlers) handle(data)
  })
  const open = ({ url, where }, onOpen) => {
    const element = document.createElement('iframe')
    const answered = new Promise((answer) => {
      addEventListener('message', ({ data, source }) => {
        if (source === element.contentWindow && data === 'frame is there') answer()
      })
    })
    Object.assign(element, { src: url, hidden: true })
    where.append(element)
    return Promise.resolve(onOpen({
      restyle: async () => {},
      ping: () => answered,
      register: (name, handle) => handlers.push(handle),
      // The library throws after it has taken the response.
      send: (name, data, take) => { try { take([{ webStorageSupport: true }]) } catch {} },
    }))
  }
  const iframes = { Iframe: class {}, CROSS_ORIGIN_IFRAMES_FILTER: {}, getContext: () => ({ open }) }
  globalThis.gapi = { load: (name, { callback }) => { gapi.iframes = iframes; callback() } }
  globalThis[onload]()
`

const framePage = `<!DOCTYPE html><script>parent.postMessage('frame is there', '*')</script>`

const popupPage = (finishes: boolean) => `<!DOCTYPE html><title>Google</title><p>Choose an account</p><script>
  const asked = new URLSearchParams(location.search)
  const authEvent = { type: asked.get('authType'), eventId: asked.get('eventId'), urlResponse: location.href, sessionId: 's', postBody: 'id_token=x&providerId=google.com', tenantId: null }
  if (${finishes}) opener.postMessage({ authEvent }, '*')
</script>`

/** Routes a browser context's requests to the stand-in. */
export async function standInForProvider(
  context: BrowserContext,
  keys: FirebaseStandIn['keys'],
): Promise<ProviderStandIn> {
  const provider: ProviderStandIn = {
    person: newPerson(),
    refusal: null,
    domains: ['localhost'],
    popup: 'finishes',
    offline: false,
    requests: [],
  }
  const fulfillJson = (route: Route, status: number, body: unknown) =>
    route.fulfill({
      status,
      headers: { 'access-control-allow-origin': '*' },
      contentType: 'application/json',
      body: JSON.stringify(body),
    })
  const signedIn = async () => {
    const { sub, email, email_verified: emailVerified } = provider.person
    const idToken = await signIdToken(keys, provider.person)
    return { idToken, refreshToken: 'refresh', expiresIn: '3600', localId: sub, email, emailVerified }
  }
  await context.route(
    (url) => !ours.test(url.href),
    async (route) => {
      const { hostname, pathname } = new URL(route.request().url())
      provider.requests.push(hostname + pathname)
      const place = hostname + pathname
      if (provider.offline) return route.abort('internetdisconnected')
      if (place === 'apis.google.com/js/api.js')
        return route.fulfill({ contentType: 'text/javascript', body: loaderScript })
      if (hostname === `${keys.projectId}.firebaseapp.com`) {
        const body = pathname.endsWith('/iframe') ? framePage : popupPage(provider.popup === 'finishes')
        return route.fulfill({ contentType: 'text/html', body })
      }
      if (hostname !== 'identitytoolkit.googleapis.com') return route.abort()
      if (pathname === '/v1/projects')
        return fulfillJson(route, 200, { projectId: keys.projectId, authorizedDomains: provider.domains })
      if (pathname === '/v1/accounts:lookup') {
        const { sub: localId, email, email_verified: emailVerified } = provider.person
        return fulfillJson(route, 200, { users: [{ localId, email, emailVerified, providerUserInfo: [] }] })
      }
      if (provider.refusal === 'second step')
        return fulfillJson(route, 200, { mfaPendingCredential: 'pending', mfaInfo: [] })
      if (provider.refusal)
        return fulfillJson(route, 400, { error: { code: 400, message: provider.refusal, errors: [] } })
      return fulfillJson(route, 200, await signedIn())
    },
  )
  return provider
}
