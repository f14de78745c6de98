import { readEnv } from './env.server.ts'
import icon from './pass-icon.png?inline'
import type { PassWallet, WalletName } from './passes-port.server.ts'
import { endingCertificates, openPassWallets } from './passes-registry.server.ts'

/** The house mark as passes show it. */
export const passIcon = Buffer.from(icon.slice(icon.indexOf(',') + 1), 'base64')

let wallets: ReturnType<typeof openPassWallets> | undefined

function readPassWallets() {
  wallets ??= openPassWallets(readEnv())
  return wallets
}

const isUsable = ({ expiresAt }: PassWallet) => expiresAt === null || expiresAt.getTime() > Date.now()

/** Returns a wallet that is set up and whose certificate has not ended; null otherwise. */
export function readPassWallet(name: WalletName): PassWallet | null {
  const wallet = readPassWallets().get(name)
  return wallet && isUsable(wallet) ? wallet : null
}

/** Lists the wallets that a browser's device may have, as far as they are set up. */
export function listPassWallets(userAgent: string | null): { name: WalletName; label: string }[] {
  return [...readPassWallets()].flatMap(([name, wallet]) =>
    isUsable(wallet) && wallet.isFor(userAgent ?? '') ? [{ name, label: wallet.label }] : [],
  )
}

/** Lists the wallets whose certificate ends within 30 days or has ended, with that instant in ISO 8601. */
export function listEndingCertificates(): { title: string; expiresAt: string; hasEnded: boolean }[] {
  const now = Date.now()
  return endingCertificates(readPassWallets(), now).map(({ title, expiresAt }) => ({
    title,
    expiresAt: expiresAt.toISOString(),
    hasEnded: expiresAt.getTime() <= now,
  }))
}
