import { MessageCircle } from 'lucide-react'
import { imageSources } from '#core/picture-sources.ts'
import { Badge } from '#ui/badge.tsx'
import { EventArt } from '#ui/picture.tsx'
import type { SearchHit } from '../search.types.ts'
import * as css from './hit-row.css.ts'

/** A hit in one row: picture, name, facts. The row around it is the link. */
export function HitRow({ hit }: { hit: SearchHit }) {
  return (
    <span className={css.row}>
      <span className={css.art}>
        {hit.picture ? (
          <EventArt
            path={hit.picture.path}
            srcSet={imageSources(hit.picture.path)}
            sizes="3.25rem"
            alt=""
            seed={hit.id}
            ratio="fill"
          />
        ) : (
          <MessageCircle size={22} aria-hidden="true" />
        )}
      </span>
      <span className={css.words}>
        <span className={css.title}>{hit.title}</span> <span className={css.facts}>{hit.facts}</span>
      </span>{' '}
      {hit.note && <Badge className={css.note}>{hit.note}</Badge>}
    </span>
  )
}
