import { Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { EventArt } from '#ui/picture.tsx'
import type { LivePage, StreamCard } from '../../live.types.ts'
import { replayText, ruleText, startText } from '../live.rules.ts'
import * as css from './live.css.ts'

/** Shows streams side by side: those to come, or the recordings of past nights. */
export function StreamCards({
  streams,
  page,
}: {
  streams: StreamCard[]
  page: Pick<LivePage, 'timeZone' | 'now' | 'currency'>
}) {
  return (
    <ul className={css.cards}>
      {streams.map((stream) => (
        <li key={stream.id}>
          <article className={css.card}>
            <EventArt
              path={stream.imagePath}
              alt=""
              seed={stream.id}
              ratio="wide"
              sizes="(min-width: 768px) 20rem, 100vw"
              className={css.cardArt}
            />
            <Link to={paths.live(stream.code)} className={css.cardLink}>
              {stream.title}
            </Link>
            <p className={css.small}>
              {stream.state === 'replay'
                ? replayText(stream, page)
                : stream.startsAt && startText(stream.startsAt, page)}
            </p>
            <p className={css.small}>{ruleText(stream, page.currency)}</p>
          </article>
        </li>
      ))}
    </ul>
  )
}
