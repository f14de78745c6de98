import type Hls from 'hls.js'
import type { ErrorData } from 'hls.js'
import { afterGap, rateFor, retryAfter } from './playback.rules.ts'

/**
 * Plays an HLS address in a video element: by hls.js, or by the browser itself where that is real. It recovers from gaps and failures
 * without a reload, catches up gently, and tells what the player shows.
 */

/** A quality: its place in hls.js's list, and its height in pixels. */
export type Quality = { index: number; height: number }

export type EngineStatus = {
  /** Seconds behind the place of live playback; 0 for a recording. */
  behind: number
  isLive: boolean
  /** Playback waits for data. */
  isWaiting: boolean
  qualities: Quality[]
  hasCaptions: boolean
}

export type EngineEvents = {
  onStatus(status: EngineStatus): void
  /** The address is refused: its token ran out, or was never good. */
  onRefused(): void
  /** The recording or the stream played to its end. */
  onEnded(): void
}

export type Engine = {
  goLive(): void
  /** @param index a quality's place; -1 lets the connection decide, 'least' stays at the smallest */
  choose(index: number | 'least'): void
  destroy(): void
}

/** Tells whether the browser plays HLS by itself. Chromium claims it and fails on some streams, so its claim alone is not believed. */
export function playsHls(video: HTMLVideoElement): boolean {
  return video.canPlayType('application/vnd.apple.mpegurl') !== '' && 'ManagedMediaSource' in window
}

const needsFull = /^#EXT-X-MEDIA:.*TYPE=(SUBTITLES|CLOSED-CAPTIONS|AUDIO)/m
const hasText = /^#EXT-X-MEDIA:.*TYPE=(SUBTITLES|CLOSED-CAPTIONS)/m

/** Loads hls.js: the light build, which has neither captions nor a choice of sound, unless the stream has them. */
async function loadHls(index: string): Promise<typeof Hls> {
  if (needsFull.test(index)) return (await import('hls.js')).default
  return (await import('hls.js/light')).default
}

const rangesOf = (ranges: TimeRanges) =>
  Array.from({ length: ranges.length }, (_, at) => ({ start: ranges.start(at), end: ranges.end(at) }))

const silent: EngineStatus = { behind: 0, isLive: true, isWaiting: true, qualities: [], hasCaptions: false }
/** A player that stands still for so many looks of a second each is helped. */
const looksUntilHelp = 4

/**
 * Begins to play.
 * @param address of the first playlist
 * @param isReplay whether it is a recording
 * @throws TypeError when the first playlist can't be reached
 */
export async function startEngine(
  video: HTMLVideoElement,
  address: string,
  isReplay: boolean,
  events: EngineEvents,
): Promise<Engine> {
  if (playsHls(video)) return startNative(video, address, isReplay, events)
  const response = await fetch(address)
  if (response.status === 403) events.onRefused()
  const index = response.ok ? await response.text() : ''
  const Library = await loadHls(index)
  return startLibrary(Library, video, address, { isReplay, hasCaptions: hasText.test(index) }, events)
}

/** Looks at a video once a second: speed, gaps, and how far behind it is. */
function watch(
  video: HTMLVideoElement,
  status: EngineStatus,
  { behind, leap, onStatus }: { behind(): number; leap(): void; onStatus(status: EngineStatus): void },
) {
  let isChosen = false
  let [last, still] = [0, 0]
  const chooses = () => {
    if (video.paused && !video.ended) isChosen = true
  }
  video.addEventListener('pause', chooses)
  const look = () => {
    status.behind = status.isLive ? behind() : 0
    video.playbackRate = status.isLive
      ? rateFor(status.behind, video.playbackRate, isChosen)
      : video.playbackRate
    still = !video.paused && video.currentTime === last ? still + 1 : 0
    last = video.currentTime
    status.isWaiting = still > 1 || (!video.paused && video.readyState < 3)
    if (still >= looksUntilHelp) {
      still = 0
      const after = afterGap(video.currentTime, rangesOf(video.buffered))
      if (after !== null) video.currentTime = after
      else leap()
    }
    onStatus({ ...status })
  }
  const timer = window.setInterval(look, 1000)
  return {
    /** Says whether the viewer stays where they are (true) or follows the stream. */
    setChosen: (value: boolean) => {
      isChosen = value
    },
    stop() {
      window.clearInterval(timer)
      video.removeEventListener('pause', chooses)
      video.playbackRate = 1
    },
  }
}

/** Counts going back as a choice: a seek that the engine itself did not ask for. */
function watchSeeks(
  video: HTMLVideoElement,
  own: { seek: boolean },
  edge: () => number,
  chosen: (value: boolean) => void,
) {
  const seeked = () => {
    if (own.seek) own.seek = false
    else chosen(edge() - video.currentTime > 6)
  }
  video.addEventListener('seeking', seeked)
  return () => video.removeEventListener('seeking', seeked)
}

function startLibrary(
  Library: typeof Hls,
  video: HTMLVideoElement,
  address: string,
  { isReplay, hasCaptions }: { isReplay: boolean; hasCaptions: boolean },
  events: EngineEvents,
): Engine {
  const hls = new Library({
    liveDurationInfinity: true,
    backBufferLength: 60,
    // Speed is ours to set: the library's own catching up knows nothing of viewers who went back.
    maxLiveSyncPlaybackRate: 1,
    lowLatencyMode: false,
    capLevelToPlayerSize: true,
    startPosition: isReplay ? 0 : -1,
  })
  const status: EngineStatus = { ...silent, isLive: !isReplay, hasCaptions }
  const own = { seek: false }
  const edge = () => hls.liveSyncPosition ?? video.currentTime
  const jump = (to: number) => {
    own.seek = true
    video.currentTime = to
  }
  const looks = watch(video, status, {
    behind: () => edge() - video.currentTime,
    leap: () => {
      if (edge() > video.currentTime + 1) jump(edge())
    },
    onStatus: events.onStatus,
  })
  const stopSeeks = watchSeeks(video, own, edge, looks.setChosen)
  hls.on(Library.Events.MANIFEST_PARSED, () => {
    status.qualities = hls.levels.map(({ height }, index) => ({ index, height }))
    events.onStatus({ ...status })
  })
  hls.on(Library.Events.LEVEL_LOADED, (_event, { details }) => {
    // A live playlist that ends lets the viewer see the rest.
    if (!isReplay && !details.live) status.isLive = false
  })
  const stopRecovery = recover(Library, hls, events)
  const ended = () => events.onEnded()
  video.addEventListener('ended', ended)
  hls.loadSource(address)
  hls.attachMedia(video)
  return {
    goLive() {
      looks.setChosen(false)
      jump(edge())
      void video.play()
    },
    choose(index) {
      // The list is in order of bitrate.
      hls.nextLevel = index === 'least' ? 0 : index
    },
    destroy() {
      for (const stop of [looks.stop, stopSeeks, stopRecovery]) stop()
      video.removeEventListener('ended', ended)
      hls.destroy()
    },
  }
}

/** Answers failures that stop hls.js: it loads again after a while, or decodes anew. */
function recover(Library: typeof Hls, hls: Hls, events: EngineEvents): () => void {
  let failures = 0
  let timer = 0
  const again = (work: () => void) => {
    failures++
    window.clearTimeout(timer)
    timer = window.setTimeout(work, retryAfter(failures))
  }
  hls.on(Library.Events.FRAG_BUFFERED, () => {
    failures = 0
  })
  hls.on(Library.Events.ERROR, (_event, data: ErrorData) => {
    if (data.response?.code === 403) events.onRefused()
    if (!data.fatal) return
    if (data.type === Library.ErrorTypes.MEDIA_ERROR) return again(() => hls.recoverMediaError())
    again(() => (hls.levels.length > 0 ? hls.startLoad() : hls.loadSource(hls.url ?? '')))
  })
  return () => window.clearTimeout(timer)
}

/** Plays by the browser itself. A renewed token reaches it through the session's cookie. */
function startNative(
  video: HTMLVideoElement,
  address: string,
  isReplay: boolean,
  events: EngineEvents,
): Engine {
  const status: EngineStatus = { ...silent, isLive: !isReplay }
  const own = { seek: false }
  // Browsers begin about three segments behind the end of what can be sought.
  const edge = () =>
    video.seekable.length > 0 ? video.seekable.end(video.seekable.length - 1) - 10 : video.currentTime
  let failures = 0
  let timer = 0
  const looks = watch(video, status, {
    behind: () => edge() - video.currentTime,
    leap: () => {
      if (edge() > video.currentTime + 1) video.currentTime = edge()
    },
    onStatus: events.onStatus,
  })
  const stopSeeks = watchSeeks(video, own, edge, looks.setChosen)
  const failed = async () => {
    const response = await fetch(address).catch(() => null)
    if (response?.status === 403) return events.onRefused()
    failures++
    timer = window.setTimeout(() => {
      video.load()
      void video.play()
    }, retryAfter(failures))
  }
  const loaded = () => {
    failures = 0
    status.hasCaptions = video.textTracks.length > 0
    if (Number.isFinite(video.duration)) status.isLive = false
  }
  const ended = () => events.onEnded()
  video.addEventListener('error', failed)
  video.addEventListener('loadedmetadata', loaded)
  video.addEventListener('ended', ended)
  video.src = address
  return {
    goLive() {
      looks.setChosen(false)
      own.seek = true
      video.currentTime = edge()
      void video.play()
    },
    choose: () => {},
    destroy() {
      window.clearTimeout(timer)
      looks.stop()
      stopSeeks()
      video.removeEventListener('error', failed)
      video.removeEventListener('loadedmetadata', loaded)
      video.removeEventListener('ended', ended)
      video.removeAttribute('src')
      video.load()
    },
  }
}
