import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '#ui/button.tsx'
import { enterTopLayer } from '#ui/top-layer.ts'
import * as css from './picture-zoom.css.ts'

/**
 * Shows a product's pictures over the whole page, one at a time: arrow keys and buttons change it, a press, + and - change its size,
 * the arrow keys or a finger move the enlarged one, Esc closes. The focus returns to the picture's link.
 * @param first place of the picture that was opened
 */
export function PictureZoom({
  pictures,
  first,
  name,
  onClose,
}: {
  pictures: readonly { file: string | null; largeFile: string | null; imageAlt: string }[]
  first: number
  name: string
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLElement>(null)
  const [place, setPlace] = useState(first)
  const [isLarge, setLarge] = useState(false)
  const picture = pictures[place]

  // Closes before the element leaves the page: the focus returns only from an element that is there.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    stage.current?.focus()
    const leave = enterTopLayer(element)
    return () => {
      leave()
      element.close()
    }
  }, [])
  // Shows the middle of the enlarged picture first.
  useEffect(() => {
    const element = stage.current
    if (!element || !isLarge) return
    element.scrollTo(
      (element.scrollWidth - element.clientWidth) / 2,
      (element.scrollHeight - element.clientHeight) / 2,
    )
  }, [isLarge])

  const move = (step: number) => {
    setLarge(false)
    setPlace((place + step + pictures.length) % pictures.length)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') setLarge(true)
    else if (event.key === '-') setLarge(false)
    else if (isLarge || pictures.length < 2) return
    else if (event.key === 'ArrowLeft') move(-1)
    else if (event.key === 'ArrowRight') move(1)
    else return
    event.preventDefault()
  }
  if (!picture?.file) return null
  const alt = picture.imageAlt || name
  return (
    <dialog
      ref={dialog}
      className={css.window}
      aria-labelledby="zoom-title"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={press}
    >
      <div className={css.bar}>
        <h2 id="zoom-title" className={css.title}>
          {name}
          {pictures.length > 1 && ` (${place + 1} of ${pictures.length})`}
        </h2>
        {pictures.length > 1 && (
          <>
            <IconButton label="Previous picture" onClick={() => move(-1)}>
              <ChevronLeft size={22} aria-hidden="true" />
            </IconButton>
            <IconButton label="Next picture" onClick={() => move(1)}>
              <ChevronRight size={22} aria-hidden="true" />
            </IconButton>
          </>
        )}
        <IconButton label={isLarge ? 'Make smaller' : 'Make larger'} onClick={() => setLarge(!isLarge)}>
          {isLarge ? <ZoomOut size={22} aria-hidden="true" /> : <ZoomIn size={22} aria-hidden="true" />}
        </IconButton>
        <IconButton label="Close" onClick={onClose}>
          <X size={22} aria-hidden="true" />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={stage} className={css.stage} tabIndex={0} aria-label={alt}>
        <picture key={picture.file} className={css.formats}>
          <source type="image/avif" srcSet={picture.largeFile ?? undefined} />
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: + and - do the same, and so does a button */}
          <img
            src={picture.file}
            alt={alt}
            width={800}
            height={1000}
            className={isLarge ? css.zoomed : css.fit}
            onClick={() => setLarge(!isLarge)}
          />
        </picture>
      </section>
    </dialog>
  )
}
