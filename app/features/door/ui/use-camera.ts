import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { readStored, writeStored } from '#browser/storage.ts'

/** Names the reason why the camera does not run, and the way out. */
export type CameraTrouble = { title: string; todo: string }

const taken: CameraTrouble = {
  title: 'Another app is using the camera.',
  todo: 'Close it and the camera comes back, or type the code.',
}
const troubles: Record<string, CameraTrouble> = {
  NotAllowedError: {
    title: 'Camera access is off.',
    todo: 'Allow it in your browser settings, or type the code.',
  },
  NotFoundError: { title: 'No camera found.', todo: 'Type the code instead.' },
  NotReadableError: taken,
}
const otherTrouble: CameraTrouble = { title: 'The camera didn’t start.', todo: 'Type the code instead.' }

/** Where this device keeps the id of the camera that was chosen last. */
const cameraKey = 'door-camera'
/** Pause between two tries to get a camera back that another app has, in milliseconds. */
const tryEvery = 3000

export type CameraState = {
  state: 'off' | 'opening' | 'on'
  trouble: CameraTrouble | null
  /** `none` where the camera has no lamp. */
  light: 'none' | 'off' | 'on'
  /** The name of the camera that is on; empty where the browser has none for it. */
  name: string
  /** Counts the cameras of the device; 0 before one is on. */
  cameras: number
  open: () => void
  close: (trouble?: CameraTrouble) => void
  /** Changes to the device's next camera, which it remembers. */
  switchCamera: () => void
  switchLight: () => void
}

/**
 * Runs a camera of the device: the one that was chosen last, or one that looks away from its user. A camera that another app
 * took is opened again once that app lets go of it.
 * @param video shows the picture
 */
export function useCamera(video: RefObject<HTMLVideoElement>): CameraState {
  const [state, setState] = useState<CameraState['state']>('off')
  const [trouble, setTrouble] = useState<CameraTrouble | null>(null)
  const [light, setLight] = useState<CameraState['light']>('none')
  const [cameras, setCameras] = useState<MediaDeviceInfo[]>([])
  const [name, setName] = useState('')
  const track = useRef<MediaStreamTrack | null>(null)

  const close = useCallback((why: CameraTrouble | null = null) => {
    track.current?.stop()
    track.current = null
    setTrouble(why)
    setState('off')
    setLight('none')
  }, [])
  useEffect(() => close, [close])

  const open = useCallback(
    async (camera: string | null = readStored('local', cameraKey)) => {
      try {
        const picture = await openTrack(camera)
        track.current?.stop()
        track.current = picture
        // Fires when the device takes the camera away, never for `stop`.
        picture.addEventListener('ended', () => track.current === picture && close(taken))
        if (!video.current) throw new DOMException('', 'AbortError')
        video.current.srcObject = new MediaStream([picture])
        await video.current.play()
        setTrouble(null)
        setName(picture.label)
        setLight(hasTorch(picture) ? 'off' : 'none')
        setCameras(await listCameras())
        setState('on')
      } catch (error) {
        const kind = error instanceof DOMException || error instanceof TypeError ? error.name : ''
        close(troubles[kind] ?? otherTrouble)
      }
    },
    [close, video],
  )
  useReturningCamera(trouble === taken, open)

  function start() {
    setTrouble(null)
    setState('opening')
    void open()
  }

  async function switchCamera() {
    const at = cameras.findIndex(({ deviceId }) => deviceId === track.current?.getSettings().deviceId)
    const following = cameras[(at + 1) % cameras.length]
    if (!following) return
    writeStored('local', cameraKey, following.deviceId)
    // Many phones open one camera at a time.
    track.current?.stop()
    track.current = null
    await open(following.deviceId)
  }

  async function switchLight() {
    const on = light !== 'on'
    await track.current?.applyConstraints(torch(on)).catch(() => undefined)
    setLight(on ? 'on' : 'off')
  }

  return {
    state,
    trouble,
    light,
    name,
    cameras: cameras.length,
    open: start,
    close: (why) => close(why),
    switchCamera: () => void switchCamera(),
    switchLight: () => void switchLight(),
  }
}

/** Tries again and again to open a camera that another app has, while the page is visible. */
function useReturningCamera(isTaken: boolean, open: () => Promise<void>): void {
  useEffect(() => {
    if (!isTaken) return
    let trying = false
    async function tryAgain() {
      if (trying || document.visibilityState !== 'visible') return
      trying = true
      await open()
      trying = false
    }
    const again = () => void tryAgain()
    const timer = setInterval(again, tryEvery)
    document.addEventListener('visibilitychange', again)
    navigator.mediaDevices?.addEventListener?.('devicechange', again)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
      navigator.mediaDevices?.removeEventListener?.('devicechange', again)
    }
  }, [isTaken, open])
}

/** @throws DOMException of `getUserMedia` when there is no camera, it may not be used, or another app has it */
async function openTrack(camera: string | null): Promise<MediaStreamTrack> {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } }
  const ask = async (which: MediaTrackConstraints) => {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...size, ...which } })
    const [picture] = stream.getVideoTracks()
    if (!picture) throw new DOMException('', 'NotFoundError')
    return picture
  }
  const away: MediaTrackConstraints = { facingMode: { ideal: 'environment' } }
  if (!camera) return await ask(away)
  return await ask({ deviceId: { exact: camera } }).catch((error: unknown) => {
    // The camera that was chosen is gone, or has another id since the browser forgot its permissions.
    const isGone = error instanceof Error && ['OverconstrainedError', 'NotFoundError'].includes(error.name)
    if (!isGone) throw error
    return ask(away)
  })
}

async function listCameras(): Promise<MediaDeviceInfo[]> {
  const devices = await navigator.mediaDevices.enumerateDevices?.().catch(() => [])
  return (devices ?? []).filter(({ kind }) => kind === 'videoinput')
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
