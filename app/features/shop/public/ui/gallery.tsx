import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { pictureFile, readPictureKey } from '#core/picture.ts'
import { EventArt } from '#ui/picture.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { ProductPage } from '../catalogue.types.ts'
import * as css from './gallery.css.ts'

const PictureZoom = lazy(() => import('./picture-zoom.tsx').then((part) => ({ default: part.PictureZoom })))

/** The file of a picture that its link leads to, and that the window with the large picture shows; null for no picture. */
function largeFile(imagePath: string | null): string | null {
  const picture = readPictureKey(imagePath)
  return picture && pictureFile(picture.base, 'portrait', 800, 'webp')
}

/**
 * The pictures of a product. Each leads to its large file; with JavaScript it opens over the page instead.
 * @param name of the product
 */
export function Gallery({ product }: { product: ProductPage['product'] }) {
  const [open, setOpen] = useState<number | null>(null)
  const pictures =
    product.pictures.length > 0
      ? product.pictures
      : [{ imagePath: product.imagePath, imageAlt: product.imageAlt }]
  const large = pictures.flatMap(({ imagePath, imageAlt }) => {
    const file = largeFile(imagePath)
    return file ? [{ file, alt: imageAlt || product.name }] : []
  })
  const zoom = (place: number) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setOpen(place)
  }
  return (
    <>
      <ul className={css.pictures} aria-label="Pictures">
        {pictures.map(({ imagePath, imageAlt }, place) => {
          const file = largeFile(imagePath)
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
            <li key={imagePath ?? 'none'} className={css.item}>
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
          <PictureZoom pictures={large} first={open} name={product.name} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}
