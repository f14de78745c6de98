import { useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { FirstLight } from './first-light.tsx'
import * as css from './picture.css.ts'

/** Chooses one of the four placeholder skies: the same text always gets the same one. */
function skyOf(seed: string): keyof typeof css.skies {
  let sum = 0
  for (const letter of seed) sum = (sum * 31 + letter.charCodeAt(0)) % 9973
  return (['0', '1', '2', '3'] as const)[sum % 4] ?? '0'
}

/**
 * Returns the responsive attributes of a picture that the site ships itself: two widths to choose from, and its
 * proportions. Others come in one size, and the frame keeps their place.
 */
function ownSizes(
  path: string | null | undefined,
): { srcSet: string; width: number; height: number } | undefined {
  const own = /^(\/art\/[\w-]+)\.webp$/.exec(path ?? '')
  return own ? { srcSet: `${own[1]}-800.webp 800w, ${path} 1600w`, width: 1600, height: 1000 } : undefined
}

/**
 * Shows an event's picture, or a placeholder while it loads, when there is none, or when it fails.
 * @param path what `<img src>` needs (absolute path or address); null for none
 * @param alt what the picture shows; empty when the text beside it says the same
 * @param seed chooses the placeholder, the event's id for example; `alt` if not given
 * @param priority the page's main picture: fetched first, not lazily
 * @param sizes how wide it is shown, as the `sizes` attribute says it
 */
export function EventArt({
  path,
  alt,
  seed,
  ratio = 'wide',
  priority = false,
  shade = false,
  sizes = '100vw',
  className,
}: {
  path: string | null | undefined
  alt: string
  seed?: string
  ratio?: keyof typeof css.ratio
  priority?: boolean
  /** Darkens the lower part so that text over it can be read. */
  shade?: boolean
  sizes?: string
  className?: string
}) {
  const image = useRef<HTMLImageElement>(null)
  const [broken, setBroken] = useState(false)
  // Checks for a picture that failed before hydration: its error event had no listener.
  useEffect(() => {
    const element = image.current
    setBroken(Boolean(path && element?.complete && element.naturalWidth === 0))
  }, [path])
  const shown = path && !broken
  return (
    <div className={classNames(css.ratio[ratio], className)}>
      <div className={css.skies[skyOf(seed ?? alt)]}>
        {!shown && <FirstLight className={css.rings} size={320} title={alt || undefined} />}
      </div>
      {shown && (
        <img
          ref={image}
          {...ownSizes(path)}
          sizes={sizes}
          src={path}
          alt={alt}
          className={css.image}
          loading={priority ? 'eager' : 'lazy'}
          // React 18 knows this attribute in lower case only.
          {...(priority ? { fetchpriority: 'high' } : {})}
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
      {shade && <div className={css.shade} />}
    </div>
  )
}
