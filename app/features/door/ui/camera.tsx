import { Camera as CameraIcon, Flashlight } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { openQrReader } from '#browser/qr-reader.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import * as css from './camera.css.ts'
import { allowSound } from './signals.ts'

/** Pause between two looks, in milliseconds. */
const lookEvery = 120

const troubles: Record<string, string> = {
  NotAllowedError: 'Camera access is off. Allow it in your browser settings, or type the code.',
  NotFoundError: 'No camera found. Type the code instead.',
  NotReadableError: 'Another app is using the camera. Close it, or type the code.',
}

/**
 * Reads codes with the camera.
 * @param paused while true no codes are read; the video stays on
 * @param onCode called with every code that is seen, again and again while it stays in view
 */
export function Camera({ paused, onCode }: { paused: boolean; onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'off' | 'opening' | 'on'>('off')
  const [trouble, setTrouble] = useState<string | null>(null)
  const [light, setLight] = useState<'none' | 'off' | 'on'>('none')
  const track = useRef<MediaStreamTrack | null>(null)
  const asleep = useRef(paused)
  const seen = useRef(onCode)
  asleep.current = paused
  seen.current = onCode

  const close = useCallback(() => {
    track.current?.stop()
    track.current = null
    setState('off')
    setLight('none')
  }, [])
  useEffect(() => close, [close])

  useEffect(() => {
    if (state !== 'on') return
    let running = true
    async function watch() {
      const read = await openQrReader()
      while (running) {
        const picture = video.current
        if (picture && !asleep.current && picture.readyState >= picture.HAVE_CURRENT_DATA) {
          const code = await read(picture)
          if (code && running && !asleep.current) seen.current(code)
        }
        await new Promise((resolve) => setTimeout(resolve, lookEvery))
      }
    }
    watch().catch(() => {
      setTrouble('This browser can’t read codes with the camera. Type the code instead.')
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
      setTrouble(troubles[name] ?? 'The camera didn’t start. Type the code instead.')
      close()
    }
  }

  async function switchLight() {
    const on = light !== 'on'
    await track.current?.applyConstraints(torch(on)).catch(() => undefined)
    setLight(on ? 'on' : 'off')
  }

  return (
    <div className={css.box}>
      <div className={css.stage}>
        <video ref={video} className={css.video} muted playsInline hidden={state !== 'on'} />
        {state === 'on' && <div className={css.frame} aria-hidden="true" />}
        {state === 'off' && (
          <Button size="lg" onClick={() => void open()}>
            <CameraIcon size={22} aria-hidden="true" />
            Start camera
          </Button>
        )}
        {state === 'opening' && <Spinner label="Starting the camera" showLabel />}
        {light !== 'none' && (
          <div className={css.light}>
            <IconButton
              label={light === 'on' ? 'Light off' : 'Light on'}
              variant="secondary"
              aria-pressed={light === 'on'}
              onClick={() => void switchLight()}
            >
              <Flashlight size={22} aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </div>
      {trouble && <Banner tone="warning" title={trouble} announce />}
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
