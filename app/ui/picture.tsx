import { type CSSProperties, useEffect, useRef, useState } from 'react'
import {
  type PictureColors,
  type PictureSlot,
  pictureJpegFile,
  pictureSlots,
  pictureSourceSet,
  readPictureKey,
} from '#core/picture.ts'
import { chooseByText } from './choose-by-text.ts'
import { classNames } from './class-names.ts'
import { FirstLight } from './first-light.tsx'
import * as css from './picture.css.ts'

/** Blends a picture's colours into the ground that is seen until its file arrives. */
function groundOf([whole, ...corners]: PictureColors): CSSProperties {
  const places = ['10% 10%', '90% 10%', '10% 90%', '90% 90%']
  const glows = corners.map((color, at) => `radial-gradient(at ${places[at]}, ${color}, transparent 60%)`)
  return { background: `${glows.join(', ')}, ${whole}` }
}

/** Fits screens on which a hero is portrait; from this width on it is wide. `picture.css.ts` changes its proportions at the same width. */
const narrow = `(max-width: ${css.heroBreak - 0.02}px)`

/**
 * Shows the picture of an event or a product: its colours while it loads, the brand's sky when there is none or when it fails.
 * @param path the picture's key, as `imagePath` holds it; null for none
 * @param alt what the picture shows; empty when the text beside it says the same
 * @param seed chooses the sky of a missing picture, the event's id for example; `alt` if not given
 * @param ratio which crop: `poster` (4:5, lettered), `portrait` (4:5), `wide` (3:2), `square`, or `hero` (portrait on screens
 *   below 720 px, wide from there on)
 * @param fill as large as the positioned parent, cropped to it, instead of in the crop's own proportions
 * @param priority the page's main picture: fetched first, not lazily
 * @param shade darkens the lower part so that text over it can be read
 * @param sizes how wide it is shown, as the `sizes` attribute says it
 */
export function EventArt({
  path,
  alt,
  seed,
  ratio = 'wide',
  fill = false,
  priority = false,
  shade = false,
  sizes = '100vw',
  className,
}: {
  path: string | null | undefined
  alt: string
  seed?: string
  ratio?: PictureSlot | 'hero'
  fill?: boolean
  priority?: boolean
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
  const picture = broken ? null : readPictureKey(path)
  const slot = ratio === 'hero' ? 'wide' : ratio
  const [width, height] = pictureSlots[slot].ratio
  return (
    <div
      className={classNames(fill ? css.fill : css.ratio[ratio], className)}
      style={picture ? groundOf(picture.colors) : undefined}
    >
      {picture ? (
        <picture>
          {ratio === 'hero' && (
            <>
              <source
                type="image/avif"
                media={narrow}
                srcSet={pictureSourceSet(picture.base, 'portrait')}
                sizes={sizes}
              />
              <source media={narrow} srcSet={pictureJpegFile(picture.base, 'portrait')} />
            </>
          )}
          <source type="image/avif" srcSet={pictureSourceSet(picture.base, slot)} sizes={sizes} />
          <img
            ref={image}
            src={pictureJpegFile(picture.base, pictureSlots[slot].jpeg)}
            alt={alt}
            width={width * 400}
            height={height * 400}
            className={css.image}
            loading={priority ? 'eager' : 'lazy'}
            // React 18 knows this attribute in lower case only.
            {...(priority ? { fetchpriority: 'high' } : {})}
            // Paints the picture of the first screen in the first frame, before scripts run.
            decoding={priority ? 'sync' : 'async'}
            onError={() => setBroken(true)}
          />
        </picture>
      ) : (
        <div className={css.skies[chooseByText(seed ?? alt, css.skies.length)]}>
          <FirstLight className={css.rings} size={320} title={alt || undefined} />
        </div>
      )}
      {shade && <div className={css.shade} />}
    </div>
  )
}
