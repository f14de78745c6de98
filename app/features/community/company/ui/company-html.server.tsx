import { renderToStaticMarkup } from 'react-dom/server'
import * as paths from '#core/paths.ts'
import { cluster, text } from '#ui/layout.css.ts'
import * as css from '../../ui/event-thread.css.ts'
import type { Company } from '../company.types.ts'

/** Says how many more are going. */
const moreText = (others: number, isAlone: boolean) =>
  `${others === 100 ? '100 or more' : others} ${isAlone ? 'people' : 'others'} with a ticket are going`

/**
 * Renders who is going to an event as HTML, for a page whose scripts have no room for it.
 * @returns empty where there is nobody to tell of, and for who may not know
 */
export function companyHtml(company: Company): string {
  if (!company || (company.people.length === 0 && company.others === null)) return ''
  const { people, others, isShown } = company
  return renderToStaticMarkup(
    <section className={css.section} data-testid="company" aria-label="Who's going">
      <h2 className={css.title}>Who's going</h2>
      {people.length > 0 && (
        <ul className={cluster[4]}>
          {people.map(({ name, username }) => (
            <li key={username ?? name}>{username ? <a href={paths.person(username)}>{name}</a> : name}</li>
          ))}
        </ul>
      )}
      {others !== null && <p>{moreText(others, people.length === 0)}.</p>}
      {!isShown && (
        <p className={text.small}>
          Nobody sees that you're going. <a href={`${paths.myTickets()}#company`}>Change that</a>
        </p>
      )}
    </section>,
  )
}
