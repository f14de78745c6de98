import { Children, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { band } from './layout.css.ts'
import * as css from './rail.css.ts'

/**
 * Shows a titled row of cards that scrolls sideways: by thumb and by keyboard, with `RailButtons` in `more` also by two
 * buttons. The cards have one width, so that nothing moves while their pictures load.
 * @param id of the heading
 * @param more a link beside the title
 * @param lead stands between the title and the row
 * @param shape row; or mosaic: on a desk the first card large, and the others below one another beside it
 */
export function Rail({
  id,
  title,
  more,
  lead,
  shape = 'row',
  children,
}: {
  id: string
  title: string
  more?: ReactNode
  lead?: ReactNode
  shape?: keyof typeof css.shape
  children: ReactNode
}) {
  return (
    <section className={classNames(band, css.section)} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        {more}
      </div>
      {lead}
      <ul className={css.shape[shape]}>
        {Children.map(children, (child) => (
          <li className={css.cell}>{child}</li>
        ))}
      </ul>
    </section>
  )
}
