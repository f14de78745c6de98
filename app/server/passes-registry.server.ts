import { appleWallet } from './passes-apple.server.ts'
import { googleWallet } from './passes-google.server.ts'
import type { PassSite, PassWallet, PassWalletDefinition, WalletName } from './passes-port.server.ts'

/** The wallets that tickets can be put into. A new one is a file beside this one and an entry here. */
export const passWallets: readonly PassWalletDefinition[] = [appleWallet, googleWallet]

/**
 * Opens the wallets whose settings are there.
 * @param variables settings by name; line ends in keys may be written as `\n`
 * @throws an Error whose message is one sentence: a setting is missing or wrong
 */
export function openPassWallets(
  variables: Readonly<Record<string, unknown>>,
): Map<WalletName, PassWallet & Pick<PassWalletDefinition, 'title' | 'label' | 'isFor'>> {
  const { SITE_URL, TICKET_SIGNING_KEY, WALLET_PUSH_URL } = variables
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const site: PassSite = {
    url: text(SITE_URL),
    secret: text(TICKET_SIGNING_KEY),
    pushUrl: text(WALLET_PUSH_URL) || undefined,
  }
  return new Map(
    passWallets.flatMap(({ name, title, label, isFor, settings, open }) => {
      const given = settings.flatMap((setting) => {
        const value = variables[setting]
        return typeof value === 'string' ? [[setting, value.replaceAll('\\n', '\n')] as const] : []
      })
      if (given.length === 0) return []
      const missing = settings.find((setting) => !given.some(([present]) => present === setting))
      if (missing)
        throw new Error(`${missing} is missing: set ${settings.join(', ')} together, or none of them.`)
      return [[name, { title, label, isFor, ...open(Object.fromEntries(given), site) }] as const]
    }),
  )
}

/** Sets how long before a certificate's end staff and alarms are told, in milliseconds. */
const warningTime = 30 * 24 * 60 * 60 * 1000

/** Lists the wallets whose certificate ends soon or has ended. @param now milliseconds since 1970 */
export function endingCertificates(
  wallets: ReturnType<typeof openPassWallets>,
  now: number,
): { title: string; expiresAt: Date }[] {
  return [...wallets.values()].flatMap(({ title, expiresAt }) =>
    expiresAt && expiresAt.getTime() - now < warningTime ? [{ title, expiresAt }] : [],
  )
}
