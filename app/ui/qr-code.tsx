import * as css from './qr-code.css.ts'

/** A QR code, dark on light in every theme: readers expect it so. */
export function QrCode({
  picture,
  label,
}: {
  /** Squares of dark paper, as one path. */
  picture: { size: number; path: string }
  label: string
}) {
  return (
    <svg
      className={css.code}
      viewBox={`0 0 ${picture.size} ${picture.size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      data-qr
    >
      <rect className={css.paper} width={picture.size} height={picture.size} />
      <path className={css.squares} d={picture.path} />
    </svg>
  )
}
