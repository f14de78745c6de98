import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { EventArt } from '#ui/picture.tsx'
import type { SearchHit } from '../search.types.ts'
import * as css from './hit-row.css.ts'

/** A hit in one row: picture, name, facts. The row around it is the link. */
export function HitRow({ hit }: { hit: SearchHit }) {
  const { face } = hit
  return (
    <div className={css.row}>
      {face.kind === 'thing' ? (
        <div className={css.art}>
          <EventArt path={face.path} sizes="3.25rem" alt="" seed={hit.id} ratio="square" fill />
        </div>
      ) : (
        <span className={css.person}>
          <Avatar src={face.avatar} displayName={face.name} />
        </span>
      )}
      <span className={css.text}>
        <span className={face.kind === 'person' ? css.quote : css.title}>{hit.title}</span>{' '}
        <span className={css.facts}>{hit.facts}</span>
      </span>{' '}
      {hit.note && <Badge className={css.note}>{hit.note}</Badge>}
    </div>
  )
}
