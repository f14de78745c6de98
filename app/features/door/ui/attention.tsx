import { Gift, IdCard, ShieldAlert, Star } from 'lucide-react'
import { type Flag, FlagStrips } from '#ui/flag-strips.tsx'
import type { ScanResponse } from '../door.types.ts'

type Flags = Pick<ScanResponse, 'isVip' | 'addOns' | 'minAge' | 'ban' | 'offline'>

/**
 * Tells what the door does for a person beside letting them in, one strip for each: icon and words on a dark ground.
 * @param comesIn false where nobody comes in by this scan: no ID is checked then
 */
export function Attention({ flags, comesIn }: { flags: Flags; comesIn: boolean }) {
  const strips: Flag[] = []
  const calls = flags.ban !== null && flags.ban !== undefined
  if (flags.ban?.reason) strips.push({ icon: ShieldAlert, words: `Ban list: ${flags.ban.reason}` })
  else if (calls || flags.offline?.needsAttention)
    strips.push({ icon: ShieldAlert, words: 'Get the door manager' })
  if (flags.isVip) strips.push({ icon: Star, words: 'VIP' })
  if (comesIn && flags.minAge > 0) strips.push({ icon: IdCard, words: `Check ID: ${flags.minAge}+` })
  for (const { name, quantity } of flags.addOns) strips.push({ icon: Gift, words: `${quantity} × ${name}` })
  if (flags.offline?.hasAddOns) strips.push({ icon: Gift, words: 'Has add-ons' })
  return <FlagStrips flags={strips} />
}
