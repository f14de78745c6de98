import type { Env } from './env.server.ts'
import { firebaseSettings } from './firebase.server.ts'
import { paymentPageSources } from './payments.server.ts'
import { reportPath } from './request-checks.server.ts'

/** Security headers: one set for every response, errors included, and a content policy by kind of response. */

type Headers = Record<string, string>

/** Allows the inline scripts of a page: a nonce (made for one response) or hashes (of a page sent many times). */
export type InlineScripts = { nonce: string } | { hashes: readonly string[] }

type ProviderEnv = Parameters<typeof firebaseSettings>[0]
type PaymentEnv = Parameters<typeof paymentPageSources>[0]
type VideoEnv = Pick<Env, 'MUX_SIGNING_KEY_ID' | 'MUX_STREAM_URL'>

/** The origins that the browser needs for signing in at the outside identity provider; none unless it is configured. */
function identitySources(env: ProviderEnv) {
  const settings = firebaseSettings(env)
  if (!settings) return { popup: false, connect: [], frames: [], scripts: [] }
  const { authDomain, emulatorUrl, methods } = settings
  const popup = methods.includes('google')
  return {
    popup,
    connect: emulatorUrl
      ? [emulatorUrl]
      : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
    // The popup sends its result to a hidden frame of the same host, which a script of Google's opens.
    frames: popup ? [emulatorUrl ?? `https://${authDomain}`] : [],
    // For browsers that don't know strict-dynamic, by which our own code may load it anyway.
    scripts: popup ? ['https://apis.google.com'] : [],
  }
}

/** The origins that players fetch segments from by themselves; none unless streams come through Mux. */
function videoSources({ MUX_SIGNING_KEY_ID, MUX_STREAM_URL }: VideoEnv): string[] {
  if (!MUX_SIGNING_KEY_ID) return []
  // A stand-in has one host; Mux serves segments from many of its own.
  return new URL(MUX_STREAM_URL).hostname.endsWith('.mux.com') ? ['https://*.mux.com'] : [MUX_STREAM_URL]
}

/**
 * Makes the headers that every response carries.
 * @returns header names in lower case
 */
export function commonHeaders(env: Pick<Env, 'local' | 'mode' | 'secure'> & ProviderEnv): Headers {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // A sign-in popup must be able to send its result to the page that opened it.
    'cross-origin-opener-policy': identitySources(env).popup ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy':
      'camera=(self), microphone=(), geolocation=(), payment=(self), usb=(), browsing-topics=()',
    'x-permitted-cross-domain-policies': 'none',
    ...(env.mode === 'staging' ? { 'x-robots-tag': 'noindex, nofollow' } : {}),
    ...(!env.local && env.secure ? { 'strict-transport-security': 'max-age=63072000' } : {}),
  }
}

/** By this header a route allows the site's own pages to show its page in a frame. It is not sent to the browser. */
export const framedBySiteHeader = 'x-framed-by-site'

/** For responses that are no page: nothing in them may load, run or be framed. */
export const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** For our own files. A worker runs under the policy of its file, and the scanner's worker runs WebAssembly. */
export const filePolicy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/**
 * The content policy of a page.
 * @param env names the hosts of pictures, and whether an outside identity provider and web analytics are set up
 * @param inlineScripts what allows inline scripts
 * @param dev Vite's dev server is in front: its socket and its evaluated modules are let in
 * @param framedBy who may show the page in a frame: nobody, or the site's own pages
 */
export function pagePolicy(
  env: Pick<Env, 'SUPABASE_URL' | 'WEB_ANALYTICS_ID' | 'WEB_ANALYTICS_URL' | 'SENTRY_DSN' | 'secure'> &
    ProviderEnv &
    PaymentEnv &
    VideoEnv,
  inlineScripts: InlineScripts,
  dev = false,
  framedBy: 'none' | 'self' = 'none',
): string {
  const inlineSources =
    'nonce' in inlineScripts
      ? `'nonce-${inlineScripts.nonce}'`
      : inlineScripts.hashes.map((hash) => `'sha256-${hash}'`).join(' ')
  const identity = identitySources(env)
  const payments = paymentPageSources(env)
  const scripts = [
    "'self'",
    inlineSources,
    "'strict-dynamic'",
    "'wasm-unsafe-eval'",
    ...identity.scripts,
    ...payments.scripts,
  ]
  // Allows the tag's requests. The tag itself is allowed by 'strict-dynamic' through the script that adds it.
  const analytics = env.WEB_ANALYTICS_ID
    ? [
        new URL(env.WEB_ANALYTICS_URL).origin,
        'https://*.google-analytics.com',
        'https://*.analytics.google.com',
      ]
    : []
  const errorReports = env.SENTRY_DSN ? [new URL(env.SENTRY_DSN).origin] : []
  const video = videoSources(env)
  const connect = [
    "'self'",
    ...identity.connect,
    ...payments.connect,
    ...analytics,
    ...errorReports,
    ...video,
  ]
  return [
    "default-src 'none'",
    `script-src ${[...scripts, ...(dev ? ["'unsafe-eval'"] : [])].join(' ')}`,
    // UI primitives position themselves with style attributes, which can't have a nonce.
    "style-src 'self' 'unsafe-inline'",
    `img-src ${["'self'", 'data:', 'blob:', new URL(env.SUPABASE_URL).origin, ...analytics].join(' ')}`,
    "font-src 'self'",
    `connect-src ${[...connect, ...(dev ? ['ws:'] : [])].join(' ')}`,
    // The event editor frames a preview of the event's page. Every other page of the site refuses to be framed.
    `frame-src ${["'self'", ...identity.frames, ...payments.frames].join(' ')}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    `media-src ${["'self'", 'blob:', ...video].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    // A form may be led on to the payment page of a provider.
    `form-action ${["'self'", ...payments.formAction].join(' ')}`,
    `frame-ancestors '${framedBy}'`,
    ...(env.secure ? ['upgrade-insecure-requests'] : []),
    `report-uri ${reportPath}`,
  ].join('; ')
}
