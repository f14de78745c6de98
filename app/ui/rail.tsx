import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Children, type ReactNode, useRef } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { band } from './layout.css.ts'
import * as css from './rail.css.ts'

/**
 * A titled row of cards that scrolls sideways: by thumb, by keyboard, on a desk also by two buttons. The cards have one width,
 * so that nothing moves while their pictures load.
 * @param id of the heading
 * @param more a link beside the title
 * @param lead stands between the title and the row
 */
export function Rail({
  id,
  title,
  more,
  lead,
  children,
}: {
  id: string
  title: string
  more?: ReactNode
  lead?: ReactNode
  children: ReactNode
}) {
  const row = useRef<HTMLUListElement>(null)
  const scroll = (pages: number) =>
    row.current?.scrollBy({ left: pages * 0.8 * row.current.clientWidth, behavior: 'smooth' })
  return (
    <section className={classNames(band, css.section)} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        {more}
        {Children.count(children) > 4 && (
          <div className={css.buttons}>
            <IconButton label="Scroll back" variant="secondary" onClick={() => scroll(-1)}>
              <ChevronLeft size={20} aria-hidden="true" />
            </IconButton>
            <IconButton label="Scroll on" variant="secondary" onClick={() => scroll(1)}>
              <ChevronRight size={20} aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </div>
      {lead}
      <ul className={css.row} ref={row}>
        {Children.map(children, (child) => (
          <li className={css.cell}>{child}</li>
        ))}
      </ul>
    </section>
  )
}
