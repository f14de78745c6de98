import { Camera as CameraIcon, CameraOff, Flashlight, SwitchCamera } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { openQrReader } from '#browser/qr-reader.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import * as css from './camera.css.ts'
import { CodePhoto } from './code-photo.tsx'
import { allowSound } from './signals.ts'
import { type CameraState, type CameraTrouble, useCamera } from './use-camera.ts'

/** Pause between two looks, in milliseconds. */
const lookEvery = 120

const noReader: CameraTrouble = {
  title: 'This browser can’t read codes with the camera.',
  todo: 'Type the code instead.',
}

type CameraProps = {
  /** While true no codes are read; the video stays on. */
  paused: boolean
  /** Called with every code that is seen, again and again while it stays in view. */
  onCode: (code: string) => void
  /** Called with the code of a photo, once for each photo. */
  onPhoto: (code: string) => void
  /** Called when the buttons have changed: the one that was pressed may be gone. */
  onChange: () => void
}

/** Reads codes with the camera, whose video fills the positioned element around it, or from a photo. */
export function Camera({ paused, onCode, onPhoto, onChange }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const camera = useCamera(video)
  const { state, trouble, close } = camera
  const latest = useRef({ paused, onCode, onChange, close })
  latest.current = { paused, onCode, onChange, close }

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
    watch().catch(() => latest.current.close(noReader))
    return () => {
      running = false
    }
  }, [state])

  return (
    <div className={css.stage}>
      <video ref={video} className={css.video} muted playsInline hidden={state !== 'on'} />
      {state === 'on' && (
        <>
          <div className={css.frame} aria-hidden="true" />
          <Tools camera={camera} />
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
          <Button
            size="lg"
            onClick={() => {
              allowSound()
              camera.open()
            }}
          >
            <CameraIcon size={22} aria-hidden="true" />
            Start camera
          </Button>
          <CodePhoto onCode={onPhoto} />
          {!trouble && <p className={css.other}>Or use a handheld scanner.</p>}
        </div>
      )}
    </div>
  )
}

/** The buttons of a camera that is on. */
function Tools({ camera }: { camera: CameraState }) {
  const { light, cameras, name } = camera
  return (
    <div className={css.tools}>
      {light !== 'none' && (
        <IconButton
          label={light === 'on' ? 'Light off' : 'Light on'}
          size="lg"
          variant="secondary"
          className={css.tool}
          aria-pressed={light === 'on'}
          onClick={camera.switchLight}
        >
          <Flashlight size={24} aria-hidden="true" />
        </IconButton>
      )}
      {cameras > 1 && (
        <IconButton
          label={name ? `Switch camera, now ${name}` : 'Switch camera'}
          size="lg"
          variant="secondary"
          className={css.tool}
          onClick={camera.switchCamera}
        >
          <SwitchCamera size={24} aria-hidden="true" />
        </IconButton>
      )}
      <IconButton
        label="Stop camera"
        size="lg"
        variant="secondary"
        className={css.tool}
        onClick={() => camera.close()}
      >
        <CameraOff size={24} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
