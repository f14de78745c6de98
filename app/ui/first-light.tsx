/**
 * Draws the logo mark: a sun half over the horizon, ringed like a steelpan seen from above. Takes the colour of the
 * text around it. Decorative unless a `title` names it.
 * @param size width in pixels; the mark is square
 */
export function FirstLight({
  size = 32,
  title,
  className,
}: {
  size?: number
  title?: string
  className?: string
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      className={className}
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : 'true'}
    >
      <path d="M9.5 21a6.5 6.5 0 0 1 13 0Z" fill="currentColor" stroke="none" />
      <path d="M5.4 21a10.6 10.6 0 0 1 21.2 0" strokeWidth="2.2" strokeDasharray="7.4 5.55" />
      <path d="M1.6 21a14.4 14.4 0 0 1 28.8 0" strokeWidth="2.2" strokeDasharray="10.6 6.7" />
      <path d="M2 25.6h28" strokeWidth="2.4" />
      <path d="M8 29.6h16" strokeWidth="2.4" />
    </svg>
  )
}
