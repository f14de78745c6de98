import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { apiRequest } from '#browser/api-request.ts'
import { deviceId } from '#browser/device-id.ts'
import { apiBeginPlayback } from '#core/live-paths.ts'
import { Button } from '#ui/button.tsx'
import { EventArt } from '#ui/picture.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { PlayableStream, Playback } from '../playback.types.ts'
import * as css from './live-player.css.ts'

// The player and what plays HLS are downloaded when somebody watches.
const VideoPlayer = lazy(() => import('./video-player.tsx').then((file) => ({ default: file.VideoPlayer })))

type Phase =
  | { name: 'poster'; note?: string }
  | { name: 'starting' }
  | { name: 'playing'; playback: Playback; isMuted: boolean }

const failed = "The stream didn't start. Check your connection and try again."
const movedHere = 'Playing here now. Another device stopped.'

/** Asks to play. @returns what to play, or the sentence that says why not */
async function begin(streamId: string): Promise<Playback | string> {
  const response = await apiRequest(
    'POST',
    apiBeginPlayback(streamId),
    { device: deviceId() },
    { suppressErrors: true },
  ).catch(() => null)
  const body: unknown = await response?.json().catch(() => null)
  // fetched on use: the library that checks it is too heavy for a public page
  if (response?.ok) return (await import('../playback.types.ts')).playbackSchema.parse(body)
  const hasMessage = typeof body === 'object' && body !== null && 'message' in body
  return hasMessage && typeof body.message === 'string' ? body.message : failed
}

const watchTexts: Record<string, string> = {
  replay: 'Watch replay',
  scheduled: 'Watch preview',
  preview: 'Watch preview',
}
const watchText = (state: string) => watchTexts[state] ?? 'Watch live'

/** Stands over the picture: a sentence, and what can be done. */
function Cover({ stream, children }: { stream: PlayableStream; children: ReactNode }) {
  return (
    <div className={css.cover}>
      <EventArt
        path={stream.imagePath}
        alt={stream.imageAlt}
        seed={stream.id}
        fill
        shade
        priority
        sizes="100vw"
      />
      <div className={css.words}>{children}</div>
    </div>
  )
}

/**
 * Shows a stream's poster, and plays it when somebody asks to. Who may watch is decided by the site when playback begins.
 * @param autoStart plays at once, without sound, for people who just bought their pass
 * @param onRefused called when playback was refused or ended by the site, so that the page can look at its access again
 */
export function LivePlayer({
  stream,
  autoStart = false,
  onRefused,
}: {
  stream: PlayableStream
  autoStart?: boolean
  onRefused?: () => void
}) {
  const [phase, setPhase] = useState<Phase>({ name: 'poster' })
  const begun = useRef(false)
  const start = async (isMuted: boolean) => {
    setPhase({ name: 'starting' })
    const playback = await begin(stream.id)
    if (typeof playback !== 'string') return setPhase({ name: 'playing', playback, isMuted })
    setPhase({ name: 'poster', note: playback })
    onRefused?.()
  }
  // Runs with each render and begins once.
  useEffect(() => {
    if (!autoStart || begun.current) return
    begun.current = true
    void start(true)
  })
  const stop = (note: string) => {
    setPhase({ name: 'poster', note })
    onRefused?.()
  }
  const isStarting = phase.name === 'starting'
  return (
    <section className={css.frame} aria-label={`Player: ${stream.title}`} data-player={phase.name}>
      {phase.name === 'playing' ? (
        <Suspense
          fallback={
            <Cover stream={stream}>
              <Spinner label="Loading the player" />
            </Cover>
          }
        >
          <VideoPlayer
            stream={stream}
            playback={phase.playback}
            startsMuted={phase.isMuted}
            notice={phase.playback.endedOther ? movedHere : null}
            onOver={stop}
            onExpired={() => start(phase.isMuted)}
          />
        </Suspense>
      ) : (
        <Cover stream={stream}>
          <p className={css.note} role="status">
            {phase.name === 'poster' ? phase.note : null}
          </p>
          <div className={css.choices} hidden={stream.state === 'ended'}>
            <Button size="lg" busy={isStarting} onClick={() => start(false)}>
              {phase.name === 'poster' && phase.note ? 'Try again' : watchText(stream.state)}
            </Button>
            <Button
              className={css.quiet}
              variant="ghost"
              size="lg"
              disabled={isStarting}
              onClick={() => start(true)}
            >
              Watch muted
            </Button>
          </div>
          <noscript>
            <p className={css.note}>Turn on JavaScript to watch: the player needs it.</p>
          </noscript>
        </Cover>
      )}
    </section>
  )
}
