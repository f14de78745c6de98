import type { LucideIcon } from 'lucide-react'
import * as css from './flag-strips.css.ts'

/** Something about a person that staff have to see: an icon and words. */
export type Flag = { icon: LucideIcon; words: string }

/** Shows calls for attention, one strip for each: icon and words on a dark ground that every colour behind it shows. */
export function FlagStrips({ flags, align = 'center' }: { flags: Flag[]; align?: keyof typeof css.strips }) {
  if (flags.length === 0) return null
  return (
    <ul className={css.strips[align]}>
      {flags.map(({ icon: Icon, words }) => (
        <li key={words} className={css.strip}>
          <Icon size={26} className={css.icon} aria-hidden="true" />
          {words}
        </li>
      ))}
    </ul>
  )
}
