import { Form, Link, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { openSignIn } from '#browser/sign-in-window.ts'
import { useUser } from '#browser/user-context.tsx'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { cluster } from '#ui/layout.css.ts'
import { LiveDot } from '#ui/live-dot.tsx'
import { EventArt } from '#ui/picture.tsx'
import type { LivePage, StreamDetail } from '../../live.types.ts'
import { endText, hasCalendarEntry, type Stage, stageOf, startText } from '../live.rules.ts'
import { StreamCountdown } from './count-down.tsx'
import * as css from './live.css.ts'

type Page = Pick<LivePage, 'timeZone' | 'now' | 'currency'>

/**
 * Shows a stream where its picture is: the player for who may watch now, else its poster with what is going on and what to do.
 * @param player shown to who may watch, and to who runs the stream before it begins
 */
export function LiveStage({ stream, page, player }: { stream: StreamDetail; page: Page; player: ReactNode }) {
  const { access } = stream
  if (access.canWatch || access.canPreview) return player
  return (
    <section className={css.stage} aria-label={stream.title}>
      <div className={css.poster}>
        <EventArt
          path={stream.imagePath}
          alt={stream.imageAlt}
          seed={stream.id}
          ratio="wide"
          fill
          priority
          shade
        />
      </div>
      <div className={css.over}>
        <StageText stream={stream} page={page} stage={stageOf(stream, Date.parse(page.now))} />
        <Gate stream={stream} page={page} />
      </div>
    </section>
  )
}

const headings: Record<Stage, string> = {
  scheduled: 'Coming up',
  soon: 'Starting soon',
  late: 'Starting any moment',
  live: 'Live now',
  interrupted: 'Back in a moment',
  ended: "That's a wrap",
  replay: 'Watch the replay',
  cancelled: 'This stream was canceled',
}

function StageText({ stream, page, stage }: { stream: StreamDetail; page: Page; stage: Stage }) {
  const isComing = stage === 'scheduled' || stage === 'soon' || stage === 'late'
  return (
    <>
      <p className={css.big}>
        {stage === 'live' && <LiveDot />} {headings[stage]}
      </p>
      {isComing && stream.startsAt && (
        <>
          <p className={css.line}>{startText(stream.startsAt, page)}</p>
          <StreamCountdown until={stream.startsAt} />
        </>
      )}
      {stage === 'ended' && (
        <p className={css.line}>
          {stream.endedAt && `${endText(stream.endedAt, page.timeZone)}. `}
          {stream.hasReplay ? 'The replay will be here shortly.' : 'Thanks for coming.'}
        </p>
      )}
      {stage === 'interrupted' && <p className={css.line}>The picture is gone for now. Stay on this page.</p>}
      {stage === 'cancelled' && (
        <p className={css.line}>Passes are refunded to the card they were paid with.</p>
      )}
    </>
  )
}

/** Says what opens the stream, and offers it: a pass, signing in, or a reminder of what is to come. */
function Gate({ stream, page }: { stream: StreamDetail; page: Page }) {
  const { user, isAuthenticated } = useUser()
  const { access } = stream
  if (stream.state === 'ended' || stream.state === 'cancelled') return null
  const isComing = stream.state === 'scheduled'
  const needsAccount = access.by === null && stream.accessRule === 'signed_in'
  const isForSale = access.sellsPass && stream.passCents !== null
  return (
    <>
      {access.by !== null && isComing && stream.accessRule !== 'public' && (
        <p className={css.line}>You're in. Playback starts here by itself.</p>
      )}
      {access.ticketTypes.length > 0 && access.by === null && (
        <p className={css.line}>
          Included with {access.ticketTypes.join(', ')}
          {stream.event && (
            <>
              {' · '}
              <Link to={paths.event(stream.event.id, stream.event.slug)} className={css.onPhoto}>
                {stream.event.title}
              </Link>
            </>
          )}
        </p>
      )}
      <div className={cluster[3]}>
        {isForSale && stream.passCents !== null && (
          <LiveForm stream={stream} intent="pass">
            Buy stream pass · {formatMoney(stream.passCents, page.currency)}
          </LiveForm>
        )}
        {(needsAccount || (!user && access.by === null)) && (
          <LinkButton
            variant="secondary"
            className={css.buttonOnPhoto}
            to={`${paths.live(stream.code)}?auth=login`}
            onClick={(event) => {
              event.preventDefault()
              openSignIn({ redirect: paths.live(stream.code) })
            }}
          >
            {isForSale ? 'I have a pass' : 'Sign in to watch'}
          </LinkButton>
        )}
        {hasCalendarEntry(stream) && (
          <LinkButton
            to={paths.liveCalendar(stream.code)}
            variant="secondary"
            className={css.buttonOnPhoto}
            reloadDocument
          >
            Add to calendar
          </LinkButton>
        )}
        {isComing && isAuthenticated && (
          <LiveForm stream={stream} intent={stream.isReminded ? 'forget' : 'remind'} variant="secondary">
            {stream.isReminded ? 'Turn off reminder' : 'Remind me'}
          </LiveForm>
        )}
      </div>
    </>
  )
}

function LiveForm({
  stream,
  intent,
  variant,
  children,
}: {
  stream: StreamDetail
  intent: 'pass' | 'remind' | 'forget'
  variant?: 'secondary'
  children: ReactNode
}) {
  const { state, formData } = useNavigation()
  return (
    <Form method="post" action={paths.live(stream.code)}>
      <input type="hidden" name="stream" value={stream.id} />
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant={variant}
        className={variant && css.buttonOnPhoto}
        busy={state !== 'idle' && formData?.get('intent') === intent}
      >
        {children}
      </Button>
    </Form>
  )
}
