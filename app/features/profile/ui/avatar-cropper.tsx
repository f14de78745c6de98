import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { mostPicturePixels } from '#core/picture.ts'
import type { RefusalCode } from '#core/refusals.ts'
import { cluster, text } from '#ui/layout.css.ts'
import { type Crop, middleCrop, mostZoom, moved, squareOf, zoomed } from '../picture.rules.ts'
import * as css from './avatar-cropper.css.ts'

const edge = 512

/** Cuts out the square that is shown; null when the browser could not. */
export type CutPicture = () => Promise<Blob | null>

/**
 * Chooses the square of a picture that others see: by dragging and pinching or the wheel, or with the sliders.
 * @param onRefuse called with the reason when decoding shows that the file can't be used
 * @param cut is given what cuts the square out, as soon as there is a picture
 */
export function AvatarCropper({
  file,
  cut,
  onRefuse,
}: {
  file: File
  cut: { current: CutPicture | null }
  onRefuse: (code: RefusalCode) => void
}) {
  const picture = useDecoded(file, onRefuse)
  const [crop, setCrop] = useState<Crop>(middleCrop)
  const canvas = useRef<HTMLCanvasElement>(null)
  const preview = useRef<HTMLCanvasElement>(null)
  const fingers = useFingers(canvas, (by, spread) => {
    if (picture) setCrop((now) => moved(picture, zoomed(picture, now, now.zoom * spread), by))
  })

  useEffect(() => {
    if (!picture) return
    const { left, top, edge: side } = squareOf(picture, crop)
    for (const { current } of [canvas, preview]) {
      const pen = current?.getContext('2d')
      if (!current || !pen) continue
      pen.imageSmoothingQuality = 'high'
      pen.clearRect(0, 0, current.width, current.height)
      pen.drawImage(picture, left, top, side, side, 0, 0, current.width, current.height)
    }
    cut.current = () => new Promise((resolve) => canvas.current?.toBlob(resolve, 'image/webp', 0.9))
    return () => {
      cut.current = null
    }
  }, [picture, crop, cut])

  useEffect(() => {
    const element = canvas.current
    const zoom = (event: WheelEvent) => {
      event.preventDefault()
      if (picture) setCrop((now) => zoomed(picture, now, now.zoom * 1.002 ** -event.deltaY))
    }
    // React listens passively, and the page would scroll away under the pointer.
    element?.addEventListener('wheel', zoom, { passive: false })
    return () => element?.removeEventListener('wheel', zoom)
  }, [picture])

  if (!picture) return <p className={text.small}>Loading picture…</p>
  const slack = Math.min(picture.width, picture.height) / crop.zoom
  return (
    <div className={css.cropper}>
      <div className={css.stage} {...fingers}>
        <canvas
          ref={canvas}
          className={css.canvas}
          width={edge}
          height={edge}
          role="img"
          aria-label="Your picture, cropped"
        />
      </div>
      <div className={css.sliders}>
        <Slider
          label="Zoom"
          value={(crop.zoom - 1) / (mostZoom - 1)}
          onChange={(value) => setCrop(zoomed(picture, crop, 1 + value * (mostZoom - 1)))}
        />
        <Slider
          label="Left or right"
          value={crop.x}
          disabled={picture.width <= slack}
          onChange={(x) => setCrop({ ...crop, x })}
        />
        <Slider
          label="Up or down"
          value={crop.y}
          disabled={picture.height <= slack}
          onChange={(y) => setCrop({ ...crop, y })}
        />
      </div>
      <div className={cluster[3]}>
        <canvas
          ref={preview}
          className={css.preview}
          width={128}
          height={128}
          role="img"
          aria-label="Preview"
        />
        <span className={text.small}>This is what people see. Drag the picture or use the sliders.</span>
      </div>
    </div>
  )
}

/** @param value 0 to 1 */
function Slider({
  label,
  value,
  disabled,
  onChange,
}: {
  label: string
  value: number
  disabled?: boolean
  onChange: (value: number) => void
}) {
  return (
    <label className={css.slider}>
      {label}
      <input
        className={css.range}
        type="range"
        min={0}
        max={100}
        value={Math.round(value * 100)}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber / 100)}
      />
    </label>
  )
}

/** The picture in a file, turned upright; null until it is there. */
function useDecoded(file: File, onRefuse: (code: RefusalCode) => void): ImageBitmap | null {
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const refuse = useRef(onRefuse)
  refuse.current = onRefuse
  useEffect(() => {
    let isWanted = true
    let decoded: ImageBitmap | undefined
    createImageBitmap(file).then(
      (bitmap) => {
        decoded = bitmap
        if (!isWanted) bitmap.close()
        else if (bitmap.width * bitmap.height > mostPicturePixels) refuse.current('picture_too_many_pixels')
        else setPicture(bitmap)
      },
      () => isWanted && refuse.current('picture_unreadable'),
    )
    return () => {
      isWanted = false
      setPicture(null)
      decoded?.close()
    }
  }, [file])
  return picture
}

/**
 * Handlers for one finger (or the mouse) that drags and two that pinch.
 * @param onMove called with how far their middle moved, in parts of the element's width, and how much they spread (1: not at all)
 */
function useFingers(
  element: RefObject<HTMLElement>,
  onMove: (by: { x: number; y: number }, spread: number) => void,
) {
  const points = useRef(new Map<number, { x: number; y: number }>())
  const gauge = () => {
    const [a, b] = points.current.values()
    if (!a) return null
    if (!b) return { ...a, reach: 0 }
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, reach: Math.hypot(a.x - b.x, a.y - b.y) }
  }
  const end = ({ pointerId }: PointerEvent) => void points.current.delete(pointerId)
  return {
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId)
      points.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove(event: PointerEvent) {
      if (!points.current.has(event.pointerId)) return
      const before = gauge()
      points.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      const now = gauge()
      const width = element.current?.clientWidth
      if (!before || !now || !width) return
      const spread = before.reach > 0 && now.reach > 0 ? now.reach / before.reach : 1
      onMove({ x: (now.x - before.x) / width, y: (now.y - before.y) / width }, spread)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
