import type { ReactNode } from 'react'
import * as paths from '#core/paths.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { cluster, page, prose, stack, text } from '#ui/layout.css.ts'
import type { PersonPage as Person } from '../people.types.ts'
import * as css from './person-page.css.ts'
import { RelationForm } from './relation-form.tsx'

/**
 * The page of a member: what their card opens up, what the reader can do about them, and their posts.
 * @param reader whether the reader is a member, a guest or a visitor
 * @param refusal why something the reader did was refused
 * @param children their posts
 */
export function PersonPage({
  person,
  reader,
  refusal,
  children,
}: {
  person: Person
  reader: 'member' | 'guest' | 'visitor'
  refusal: string | null
  children: ReactNode
}) {
  const { card, username, mine, isMe, isPublic } = person
  const facts = [`@${username}`, card.city].filter(Boolean).join(' · ')
  return (
    <div className={classNames(page, prose, stack[6])}>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      {isMe && !isPublic && (
        <Banner
          title="Only you can see this page."
          action={
            <LinkButton to={paths.settings()} variant="secondary" size="sm">
              Change privacy
            </LinkButton>
          }
        >
          <p>Turn on your public profile so that people can follow and mention you.</p>
        </Banner>
      )}
      <header className={css.head} data-testid="person-head">
        <Avatar size="act" src={card.avatar} displayName={card.displayName} username={username} />
        <div className={stack[3]}>
          <div className={stack[1]}>
            <h1 className={css.title}>{card.displayName}</h1>
            <p className={text.muted}>{facts}</p>
          </div>
          {card.bio && <p className={css.bio}>{card.bio}</p>}
          <Badges person={person} />
          <Actions person={person} reader={reader} />
        </div>
      </header>
      {mine === 'block' ? (
        <p data-testid="person-blocked">
          {`You blocked ${card.displayName}. Neither of you sees the other's posts, comments or profile.`}
        </p>
      ) : (
        children
      )}
    </div>
  )
}

/** Shows the main facts about a person; renders nothing without any. */
function Badges({ person: { card, isStaff, followsMe, mine } }: { person: Person }) {
  const { nights = 0 } = card
  if (!isStaff && !followsMe && mine !== 'mute' && nights === 0) return null
  return (
    <p className={cluster[2]}>
      {isStaff && <Badge tone="solid">Team</Badge>}
      {nights > 0 && <Badge tone="accent">{nights === 1 ? '1 night' : `${nights} nights`}</Badge>}
      {followsMe && <Badge>Follows you</Badge>}
      {mine === 'mute' && <Badge tone="warning">Muted</Badge>}
    </p>
  )
}

/** Shows the reader's actions: edit their own page, follow, mute or block, or sign in. */
function Actions({ person, reader }: { person: Person; reader: 'member' | 'guest' | 'visitor' }) {
  const { id, username, card, mine, isMe, isFollowing } = person
  const here = paths.person(username)
  if (isMe) {
    return (
      <p>
        <LinkButton to={paths.profile()} variant="secondary" size="sm">
          Edit profile
        </LinkButton>
      </p>
    )
  }
  if (reader !== 'member') {
    return (
      <form method="get" action={here}>
        <input type="hidden" name="redirect" value={here} />
        <Button type="submit" name="auth" value={reader === 'guest' ? 'register' : 'login'} size="sm">
          Follow
        </Button>
      </form>
    )
  }
  const about = { person: id, name: card.displayName, back: here }
  return (
    <div className={cluster[2]} data-testid="person-actions">
      {mine === 'block' ? (
        <RelationForm intent="unblock" {...about} />
      ) : (
        <>
          <RelationForm
            intent={isFollowing ? 'unfollow' : 'follow'}
            variant={isFollowing ? 'secondary' : 'primary'}
            {...about}
          />
          <RelationForm intent={mine === 'mute' ? 'unmute' : 'mute'} {...about} />
          <RelationForm intent="block" {...about} />
        </>
      )}
    </div>
  )
}
