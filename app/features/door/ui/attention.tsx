import { Accessibility, Gift, IdCard, Star } from 'lucide-react'
import { type Flag, FlagStrips } from '#ui/flag-strips.tsx'
import type { ScanResponse } from '../door.types.ts'

type Flags = Pick<ScanResponse, 'isVip' | 'addOns' | 'minAge' | 'offline'>

/**
 * Tells what the door does for a person beside letting them in, one strip for each: icon and words on a dark ground.
 * @param comesIn false where nobody comes in by this scan: no ID is checked then
 */
export function Attention({ flags, comesIn }: { flags: Flags; comesIn: boolean }) {
  const strips: Flag[] = []
  if (flags.isVip) strips.push({ icon: Star, words: 'VIP' })
  if (flags.offline?.needsAttention) strips.push({ icon: Accessibility, words: 'Needs attention' })
  if (comesIn && flags.minAge > 0) strips.push({ icon: IdCard, words: `Check ID: ${flags.minAge}+` })
  for (const { name, quantity } of flags.addOns) strips.push({ icon: Gift, words: `${quantity} × ${name}` })
  if (flags.offline?.hasAddOns) strips.push({ icon: Gift, words: 'Has add-ons' })
  return <FlagStrips flags={strips} />
}
