import { Accessibility, Gift, IdCard, type LucideIcon, Star } from 'lucide-react'
import type { ScanResponse } from '../door.types.ts'
import * as css from './verdict-screen.css.ts'

type Flags = Pick<ScanResponse, 'isVip' | 'addOns' | 'minAge' | 'offline'>

/**
 * Tells what the door does for a person beside letting them in, one strip for each: icon and words on a dark ground.
 * @param comesIn false where nobody comes in by this scan: no ID is checked then
 */
export function Attention({ flags, comesIn }: { flags: Flags; comesIn: boolean }) {
  const strips: [LucideIcon, string][] = []
  if (flags.isVip) strips.push([Star, 'VIP'])
  if (flags.offline?.needsAttention) strips.push([Accessibility, 'Needs attention'])
  if (comesIn && flags.minAge > 0) strips.push([IdCard, `Check ID: ${flags.minAge}+`])
  for (const { name, quantity } of flags.addOns) strips.push([Gift, `${quantity} × ${name}`])
  if (flags.offline?.hasAddOns) strips.push([Gift, 'Has add-ons'])
  if (strips.length === 0) return null
  return (
    <ul className={css.strips}>
      {strips.map(([Icon, words]) => (
        <li key={words} className={css.strip}>
          <Icon size={26} aria-hidden="true" />
          {words}
        </li>
      ))}
    </ul>
  )
}
