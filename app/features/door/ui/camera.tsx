import { Camera as CameraIcon, CameraOff, Flashlight } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { openQrReader } from '#browser/qr-reader.ts'
import { useScreenAwake } from '#browser/use-screen-awake.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import * as css from './camera.css.ts'
import { allowSound } from './signals.ts'

/** Pause between two looks, in milliseconds. */
const lookEvery = 120

/** Names the reason why the camera does not start, and the way out, by the name of the browser's error. */
type Trouble = { title: string; todo: string }

const troubles: Record<string, Trouble> = {
  NotAllowedError: {
    title: 'Camera access is off.',
    todo: 'Allow it in your browser settings, or type the code.',
  },
  NotFoundError: { title: 'No camera found.', todo: 'Type the code instead.' },
  NotReadableError: { title: 'Another app is using the camera.', todo: 'Close it, or type the code.' },
}
const otherTrouble: Trouble = { title: 'The camera didn’t start.', todo: 'Type the code instead.' }
const noReader: Trouble = {
  title: 'This browser can’t read codes with the camera.',
  todo: 'Type the code instead.',
}

/**
 * Reads codes with the camera. The video fills the positioned element around it; the screen stays on meanwhile.
 * @param paused while true no codes are read; the video stays on
 * @param onCode called with every code that is seen, again and again while it stays in view
 * @param onChange called when the buttons have changed: the one that was pressed may be gone
 */
export function Camera({
  paused,
  onCode,
  onChange,
}: {
  paused: boolean
  onCode: (code: string) => void
  onChange: () => void
}) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'off' | 'opening' | 'on'>('off')
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [light, setLight] = useState<'none' | 'off' | 'on'>('none')
  const track = useRef<MediaStreamTrack | null>(null)
  const latest = useRef({ paused, onCode, onChange })
  latest.current = { paused, onCode, onChange }
  useScreenAwake(state === 'on')

  const close = useCallback(() => {
    track.current?.stop()
    track.current = null
    setState('off')
    setLight('none')
  }, [])
  useEffect(() => close, [close])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each state has buttons of its own
  useEffect(() => latest.current.onChange(), [state])

  useEffect(() => {
    if (state !== 'on') return
    let running = true
    async function watch() {
      const read = await openQrReader()
      while (running) {
        const picture = video.current
        if (picture && !latest.current.paused && picture.readyState >= picture.HAVE_CURRENT_DATA) {
          const code = await read(picture)
          if (code && running && !latest.current.paused) latest.current.onCode(code)
        }
        await new Promise((resolve) => setTimeout(resolve, lookEvery))
      }
    }
    watch().catch(() => {
      setTrouble(noReader)
      close()
    })
    return () => {
      running = false
    }
  }, [state, close])

  async function open() {
    allowSound()
    setTrouble(null)
    setState('opening')
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
      })
      const [picture] = stream.getVideoTracks()
      if (!video.current || !picture) throw new DOMException('', 'NotFoundError')
      track.current = picture
      picture.addEventListener('ended', close)
      video.current.srcObject = stream
      await video.current.play()
      if (hasTorch(picture)) setLight('off')
      setState('on')
    } catch (error) {
      const name = error instanceof DOMException || error instanceof TypeError ? error.name : ''
      setTrouble(troubles[name] ?? otherTrouble)
      close()
    }
  }

  async function switchLight() {
    const on = light !== 'on'
    await track.current?.applyConstraints(torch(on)).catch(() => undefined)
    setLight(on ? 'on' : 'off')
  }

  return (
    <div className={css.stage}>
      <video ref={video} className={css.video} muted playsInline hidden={state !== 'on'} />
      {state === 'on' && (
        <>
          <div className={css.frame} aria-hidden="true" />
          <div className={css.tools}>
            {light !== 'none' && (
              <IconButton
                label={light === 'on' ? 'Light off' : 'Light on'}
                variant="secondary"
                className={css.tool}
                aria-pressed={light === 'on'}
                onClick={() => void switchLight()}
              >
                <Flashlight size={22} aria-hidden="true" />
              </IconButton>
            )}
            <IconButton label="Stop camera" variant="secondary" className={css.tool} onClick={close}>
              <CameraOff size={22} aria-hidden="true" />
            </IconButton>
          </div>
        </>
      )}
      {state === 'opening' && <Spinner label="Starting the camera" showLabel />}
      {state === 'off' && (
        <div className={css.start}>
          <div className={css.trouble} role="status">
            {trouble && (
              <>
                <CameraOff size={40} aria-hidden="true" />
                <p className={css.troubleTitle}>{trouble.title}</p>
                <p>{trouble.todo}</p>
              </>
            )}
          </div>
          <Button size="lg" onClick={() => void open()}>
            <CameraIcon size={22} aria-hidden="true" />
            Start camera
          </Button>
          {!trouble && <p className={css.other}>Or use a handheld scanner.</p>}
        </div>
      )}
    </div>
  )
}

/** The lamp is not in the types of the browser's cameras yet. */
type WithTorch = { torch?: boolean }

function hasTorch(track: MediaStreamTrack): boolean {
  const abilities: MediaTrackCapabilities & WithTorch = track.getCapabilities?.() ?? {}
  return abilities.torch === true
}

function torch(on: boolean): MediaTrackConstraints {
  const constraint: MediaTrackConstraintSet & WithTorch = { torch: on }
  return { advanced: [constraint] }
}
