import { useEffect, useRef, useState } from 'react'
import * as css from './avatar.css.ts'
import { chooseByText } from './choose-by-text.ts'
import { classNames } from './class-names.ts'

/** Creates the segmenter once: creating one costs more than all its work for a page. */
let letters: Intl.Segmenter | undefined

/**
 * Returns the letter that replaces a missing picture: the first of the display name or the username in upper case,
 * else U. A letter is a grapheme: an emoji or an accented letter stays whole.
 */
export function avatarLetter(displayName?: string | null, username?: string | null): string {
  const name = displayName?.trim() || username?.trim() || ''
  letters ??= new Intl.Segmenter('en')
  const first = [...letters.segment(name)][0]?.segment
  return first?.toUpperCase() ?? 'U'
}

/**
 * Picks the inks of a person without a picture: the same name always gets the same ones. Goes by the display name, because some
 * places know no username. @returns a place in the list of inks
 */
export function avatarInk(displayName?: string | null, username?: string | null): number {
  return chooseByText(displayName?.trim() || username?.trim() || '', css.inks.length)
}

/** Shows a person's picture, or their letter. Decorative: the name is always written beside it or on its button. */
export function Avatar({
  src,
  displayName,
  username,
  size = 'md',
}: {
  src?: string | null
  displayName?: string | null
  username?: string | null
  size?: keyof typeof css.size
}) {
  const image = useRef<HTMLImageElement>(null)
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    const element = image.current
    setBroken(Boolean(src && element?.complete && element.naturalWidth === 0))
  }, [src])
  return (
    <span
      className={classNames(css.size[size], css.inks[avatarInk(displayName, username)])}
      aria-hidden="true"
    >
      {avatarLetter(displayName, username)}
      {src && !broken && (
        <img ref={image} src={src} alt="" className={css.image} onError={() => setBroken(true)} />
      )}
    </span>
  )
}
