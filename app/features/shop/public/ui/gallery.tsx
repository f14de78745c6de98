import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { EventArt } from '#ui/picture.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { ShownPage } from '../catalogue.rules.ts'
import * as css from './gallery.css.ts'

const PictureZoom = lazy(() => import('./picture-zoom.tsx').then((part) => ({ default: part.PictureZoom })))

/**
 * The pictures of a product. Each leads to its large file; with JavaScript it opens over the page instead.
 * @param pictures in the order in which they are shown, at least one
 */
export function Gallery({
  product,
  pictures,
}: {
  product: ShownPage['product']
  pictures: ShownPage['product']['pictures']
}) {
  const [open, setOpen] = useState<number | null>(null)
  const zoom = (place: number) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setOpen(place)
  }
  return (
    <>
      {/* Starts over with another first picture, so that a phone's row is moved back to it. */}
      <ul key={pictures[0]?.imagePath} className={css.pictures} aria-label="Pictures">
        {pictures.map(({ imagePath, imageAlt, file }, place) => {
          const art = (
            <EventArt
              path={imagePath}
              sizes={
                place === 0
                  ? '(min-width: 1024px) 42rem, (min-width: 768px) 55vw, 100vw'
                  : '(min-width: 1024px) 21rem, (min-width: 768px) 28vw, 100vw'
              }
              alt={imageAlt}
              seed={product.id}
              ratio="portrait"
              priority={place === 0}
            />
          )
          return (
            <li key={imagePath} className={css.item}>
              {file ? (
                <a href={file} className={css.link} onClick={zoom(place)}>
                  {art}
                  <VisuallyHidden>Enlarge picture {place + 1}</VisuallyHidden>
                </a>
              ) : (
                art
              )}
              {pictures.length > 1 && (
                <span className={css.place} aria-hidden="true">
                  {place + 1}/{pictures.length}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {open !== null && (
        <Suspense>
          <PictureZoom pictures={pictures} first={open} name={product.name} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}
