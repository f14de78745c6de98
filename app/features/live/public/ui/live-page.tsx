import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { cluster, page as column, prose, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { touchLink } from '#ui/touch-link.css.ts'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import type { LivePage, StreamDetail } from '../../live.types.ts'
import { ruleText, startText, viewersText } from '../live.rules.ts'
import { useLiveState } from '../use-live-state.ts'
import * as css from './live.css.ts'
import { LiveStage } from './live-stage.tsx'
import { StreamCards } from './stream-cards.tsx'

/**
 * Shows the page of streams, or of one: the stream, what else is to come, and the recordings of past nights.
 * @param isChosen the page is of this one stream
 * @param player renders the player of a stream that the reader may watch
 * @param beside renders what belongs beside the player, such as the chat; left out where there is none
 * @param refusal why the last form was refused
 */
export function LivePageView({
  read,
  isChosen,
  player,
  beside,
  refusal,
}: {
  read: LivePage
  isChosen: boolean
  player: (stream: StreamDetail) => ReactNode
  beside?: (stream: StreamDetail) => ReactNode
  refusal: string | null
}) {
  const { stream, news } = useLiveState(read.stream, isChosen)
  return (
    <div className={column}>
      <div className={stack[6]}>
        <PageHeader
          title={stream && isChosen ? stream.title : 'Live'}
          text={isChosen ? undefined : 'Streams from our parties.'}
          eyebrow={
            isChosen ? (
              <Link to={paths.live()} className={touchLink}>
                Live
              </Link>
            ) : undefined
          }
        />
        <p className={visuallyHidden} role="status">
          {news}
        </p>
        {refusal && (
          <Banner tone="danger" announce>
            {refusal}
          </Banner>
        )}
        {stream ? (
          <Shown stream={stream} page={read} hasTitle={!isChosen} player={player} beside={beside} />
        ) : (
          <EmptyState
            title="We're offline right now"
            text={
              read.upcoming.length > 0
                ? 'Here is what comes next.'
                : "There's no stream scheduled. Catch us in person."
            }
            action={<LinkButton to={paths.events()}>See events</LinkButton>}
          />
        )}
        <Shelf title="Coming up" streams={read.upcoming} page={read} />
        <Shelf title="Past nights" streams={read.replays} page={read} />
      </div>
    </div>
  )
}

function Shelf({ title, streams, page }: { title: string; streams: LivePage['replays']; page: LivePage }) {
  if (streams.length === 0) return null
  return (
    <section className={stack[4]}>
      <h2>{title}</h2>
      <StreamCards streams={streams} page={page} />
    </section>
  )
}

function Shown({
  stream,
  page,
  hasTitle,
  player,
  beside,
}: {
  stream: StreamDetail
  page: LivePage
  /** The page is of all streams, so that this one says its name. */
  hasTitle: boolean
  player: (stream: StreamDetail) => ReactNode
  beside?: (stream: StreamDetail) => ReactNode
}) {
  const viewers = viewersText(stream.viewers)
  const aside = beside?.(stream)
  return (
    <div className={aside ? css.watching : undefined}>
      <div className={stack[4]}>
        <LiveStage stream={stream} page={page} player={player(stream)} />
        {hasTitle && (
          <h2>
            <Link to={paths.live(stream.code)} className={touchLink}>
              {stream.title}
            </Link>
          </h2>
        )}
        <div className={cluster[3]}>
          {stream.state === 'live' && <Badge tone="danger">Live</Badge>}
          {stream.access.canPreview && <Badge tone="warning">Preview: only staff see this</Badge>}
          {viewers && <span className={css.small}>{viewers}</span>}
          {stream.state !== 'cancelled' && (
            <span className={css.small}>{ruleText(stream, page.currency)}</span>
          )}
          {stream.state === 'scheduled' && stream.startsAt && (
            <span className={css.small}>{startText(stream.startsAt, page)}</span>
          )}
          {stream.event && (
            <Link to={paths.event(stream.event.id, stream.event.slug)} className={touchLink}>
              {stream.event.title}
            </Link>
          )}
        </div>
        {stream.description && <p className={prose}>{stream.description}</p>}
      </div>
      {aside && <aside className={css.beside}>{aside}</aside>}
    </div>
  )
}
