import { Wallet } from 'lucide-react'
import type { WalletTicket } from '../tickets.types.ts'
import * as css from './pass-links.css.ts'

/**
 * Renders the links that put tickets into a wallet of the phone; nothing where there are none.
 * @param tickets with their links; the links of one among several name their ticket
 */
export function PassLinks({
  tickets,
}: {
  tickets: readonly Pick<WalletTicket, 'id' | 'typeName' | 'holderName' | 'passes'>[]
}) {
  if (tickets.every(({ passes }) => passes.length === 0)) return null
  return (
    <ul className={css.links} data-testid="pass-links">
      {tickets.flatMap(({ id, typeName, holderName, passes }) =>
        passes.map(({ label, path }) => (
          <li key={`${id} ${label}`}>
            <a href={path} className={css.link}>
              <Wallet size={20} aria-hidden="true" />
              {tickets.length === 1 ? label : `${label}: ${typeName}, ${holderName}`}
            </a>
          </li>
        )),
      )}
    </ul>
  )
}
