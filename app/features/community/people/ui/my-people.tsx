import { Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Banner } from '#ui/banner.tsx'
import { classNames } from '#ui/class-names.ts'
import { page, prose, stack, text } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { type PeopleList, peopleLists, type RelationIntent } from '../people.rules.ts'
import type { MyPeople as Shown } from '../people.types.ts'
import * as css from './my-people.css.ts'
import { RelationForm } from './relation-form.tsx'

const isList = (key: string): key is PeopleList => Object.hasOwn(peopleLists, key)

/** Action of the button beside a person of a list. */
const actionOf = (show: PeopleList, isFollowing: boolean): RelationIntent => {
  if (show === 'blocked') return 'unblock'
  if (show === 'muted') return 'unmute'
  return isFollowing ? 'unfollow' : 'follow'
}

/**
 * The member's own lists of people, one a tab.
 * @param from the person that the page begins with; null for the latest
 * @param refusal why something the member did was refused
 */
export function MyPeople({
  show,
  people,
  next,
  from,
  refusal,
}: Shown & { show: PeopleList; from: string | null; refusal: string | null }) {
  const tabs = Object.keys(peopleLists).filter(isList)
  return (
    <div className={classNames(page, prose)}>
      <div className={stack[5]}>
        <PageHeader title="People" text="Whom you follow, and whom you'd rather not see." />
        {refusal && <Banner tone="danger" title={refusal} announce />}
        <LinkTabs
          label="Lists of people"
          tabs={tabs.map((list) => ({
            to: paths.myPeople({ show: list }),
            label: peopleLists[list].tab,
            current: list === show,
          }))}
        />
        {people.length === 0 ? (
          <p className={text.muted} data-testid="people-none">
            {peopleLists[show].none}
          </p>
        ) : (
          <ul className={css.list} data-testid="people-list">
            {people.map(({ id, card, isFollowing }) => (
              <li key={id} className={css.row}>
                <Avatar src={card.avatar} displayName={card.displayName} />
                <span className={css.who}>
                  {card.username && show !== 'blocked' ? (
                    <Link to={paths.person(card.username)} className={css.name}>
                      {card.displayName}
                    </Link>
                  ) : (
                    <span className={text.strong}>{card.displayName}</span>
                  )}
                  {card.username && <span className={text.small}>@{card.username}</span>}
                </span>
                {(card.username || isFollowing || show !== 'followers') && (
                  <RelationForm
                    intent={actionOf(show, isFollowing)}
                    person={id}
                    name={card.displayName}
                    back={paths.myPeople({ show, from })}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        <Pagination
          label="More people"
          previous={from && paths.myPeople({ show })}
          previousLabel="Latest"
          next={next && paths.myPeople({ show, from: next })}
          nextLabel="Earlier"
        />
      </div>
    </div>
  )
}
