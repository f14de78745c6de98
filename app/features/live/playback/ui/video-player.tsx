import 'media-chrome/media-controller'
import 'media-chrome/media-control-bar'
import 'media-chrome/media-play-button'
import 'media-chrome/media-mute-button'
import 'media-chrome/media-volume-range'
import 'media-chrome/media-time-range'
import 'media-chrome/media-time-display'
import 'media-chrome/media-captions-button'
import 'media-chrome/media-pip-button'
import 'media-chrome/media-fullscreen-button'
import 'media-chrome/media-loading-indicator'
import { type HTMLAttributes, type RefObject, useEffect, useRef, useState } from 'react'
import { readStored, writeStored } from '#browser/storage.ts'
import { Button } from '#ui/button.tsx'
import { EventArt } from '#ui/picture.tsx'
import { behindText } from '../playback.rules.ts'
import type { PlayableStream, Playback } from '../playback.types.ts'
import { type Engine, type EngineStatus, type Quality, startEngine } from '../playback-engine.ts'
import { useHeartbeat } from './use-heartbeat.ts'
import * as css from './video-player.css.ts'

type Part = HTMLAttributes<HTMLElement> & Record<string, unknown> & { ref?: unknown; class?: string }

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'media-controller': Part
      'media-control-bar': Part
      'media-play-button': Part
      'media-mute-button': Part
      'media-volume-range': Part
      'media-time-range': Part
      'media-time-display': Part
      'media-captions-button': Part
      'media-pip-button': Part
      'media-fullscreen-button': Part
      'media-loading-indicator': Part
    }
  }
}

const qualityKey = 'jouvay.live.quality'
/** A stream that stands still for so many seconds shows the slate, until it goes on. */
const slateAfter = 8
const thanks = 'The stream has ended. Thanks for watching.'
const replayOver = "That's the end of the replay."

/** Tells whether the browser asks sites to save data. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}

const storedChoice = () => readStored('local', qualityKey) ?? (savesData() ? 'least' : '-1')

/** Lets the viewer choose a quality. Only the choice to save data outlives the page: places in a list are the stream's. */
function QualityChoice({ qualities, engine }: { qualities: Quality[]; engine: RefObject<Engine | null> }) {
  const [choice, setChoice] = useState(storedChoice)
  useEffect(() => {
    if (qualities.length > 0) engine.current?.choose(choice === 'least' ? 'least' : Number(choice))
  }, [choice, qualities, engine])
  if (qualities.length < 2) return null
  return (
    <select
      className={css.quality}
      aria-label="Quality"
      value={choice}
      onChange={({ currentTarget: { value } }) => {
        setChoice(value)
        writeStored('local', qualityKey, value === 'least' ? value : null)
      }}
    >
      <option className={css.option} value="-1">
        Auto
      </option>
      {qualities.toReversed().map(({ index, height }) => (
        <option key={index} className={css.option} value={index}>{`${height}p`}</option>
      ))}
      <option className={css.option} value="least">
        Data saver
      </option>
    </select>
  )
}

/** Runs the engine on the video as long as the player is there. */
function useEngine(
  video: RefObject<HTMLVideoElement | null>,
  {
    playback,
    startsMuted,
    onRefused,
    onEnded,
  }: {
    playback: Playback
    startsMuted: boolean
    onRefused(): void
    onEnded(): void
  },
) {
  const engine = useRef<Engine | null>(null)
  const [status, setStatus] = useState<EngineStatus | null>(null)
  const [needsPress, setNeedsPress] = useState(false)
  const events = useRef({ onRefused, onEnded })
  events.current = { onRefused, onEnded }
  useEffect(() => {
    const element = video.current
    if (!element) return
    let isGone = false
    element.muted = startsMuted
    void startEngine(element, playback.address, playback.isReplay, {
      onStatus: setStatus,
      onRefused: () => events.current.onRefused(),
      onEnded: () => events.current.onEnded(),
    }).then((started) => {
      if (isGone) return started.destroy()
      engine.current = started
      // Browsers refuse sound that nobody pressed for.
      element.play().catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'NotAllowedError') setNeedsPress(true)
      })
    })
    return () => {
      isGone = true
      engine.current?.destroy()
      engine.current = null
    }
  }, [video, playback, startsMuted])
  return { engine, status, needsPress, pressed: () => setNeedsPress(false) }
}

/** Covers the picture while the stream is interrupted. */
function Slate({ stream }: { stream: PlayableStream }) {
  return (
    <div className={css.slate} role="status">
      <EventArt path={stream.imagePath} alt="" seed={stream.id} fill shade />
      <p className={css.slateWords}>Back in a moment</p>
    </div>
  )
}

/** Counts how many seconds a player has waited. */
function useWaiting(isWaiting: boolean): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    setSeconds(0)
    if (!isWaiting) return
    const timer = window.setInterval(() => setSeconds((before) => before + 1), 1000)
    return () => window.clearInterval(timer)
  }, [isWaiting])
  return seconds
}

/** Pauses while the stream is interrupted, and goes on live after. */
function useInterruption(
  isOn: boolean,
  video: RefObject<HTMLVideoElement | null>,
  engine: RefObject<Engine | null>,
) {
  const was = useRef(isOn)
  useEffect(() => {
    if (isOn) video.current?.pause()
    else if (was.current) engine.current?.goLive()
    was.current = isOn
  }, [isOn, video, engine])
}

/**
 * Plays a stream: picture, controls, how far behind it is.
 * @param notice said once at the begin, such as that another device stopped
 * @param onOver called with a sentence when there is nothing more to play
 * @param onExpired called when the session ran out unnoticed, to begin another one
 */
export function VideoPlayer({
  stream,
  playback,
  startsMuted,
  notice,
  onOver,
  onExpired,
}: {
  stream: PlayableStream
  playback: Playback
  startsMuted: boolean
  notice: string | null
  onOver(sentence: string): void
  onExpired(): void
}) {
  const video = useRef<HTMLVideoElement>(null)
  const renew = useHeartbeat(playback, { onOver, onExpired })
  const onEnded = () => onOver(playback.isReplay ? replayOver : thanks)
  const { engine, status, needsPress, pressed } = useEngine(video, {
    playback,
    startsMuted,
    onRefused: renew,
    onEnded,
  })
  const isInterrupted = stream.state === 'interrupted'
  useInterruption(isInterrupted, video, engine)
  const waited = useWaiting(Boolean(status?.isLive && status.isWaiting))
  const behind = status?.isLive ? behindText(status.behind) : null
  return (
    <>
      <media-controller class={css.controller} defaultstreamtype={playback.isReplay ? 'on-demand' : 'live'}>
        {/* biome-ignore lint/a11y/useMediaCaption: captions come with the stream, where it has them */}
        <video ref={video} slot="media" playsInline className={css.video} aria-label={stream.title} />
        <media-loading-indicator slot="centered-chrome" noautohide="" />
        <media-control-bar class={css.bar}>
          <media-play-button />
          <media-mute-button />
          <media-volume-range class={css.volume} />
          <media-time-range />
          {playback.isReplay && <media-time-display showduration="" class={css.time} />}
          {!playback.isReplay && (
            <button
              type="button"
              className={css.edge}
              disabled={behind === null}
              onClick={() => engine.current?.goLive()}
            >
              {behind === null ? 'Live' : `${behind} · Go live`}
            </button>
          )}
          <QualityChoice qualities={status?.qualities ?? []} engine={engine} />
          {status?.hasCaptions && <media-captions-button />}
          <media-pip-button class={css.pip} />
          <media-fullscreen-button />
        </media-control-bar>
      </media-controller>
      {(isInterrupted || waited >= slateAfter) && <Slate stream={stream} />}
      {notice && (
        <p className={css.notice} role="status">
          {notice}
        </p>
      )}
      {needsPress && (
        <div className={css.press}>
          <Button
            size="lg"
            onClick={() => {
              pressed()
              void video.current?.play()
            }}
          >
            Play
          </Button>
        </div>
      )}
    </>
  )
}
