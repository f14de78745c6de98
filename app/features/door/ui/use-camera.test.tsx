import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCamera } from './use-camera.ts'

/** A camera's picture, as far as the hook looks at it. */
class Track extends EventTarget {
  stopped = false
  readonly label: string
  constructor(label: string) {
    super()
    this.label = label
  }
  stop() {
    this.stopped = true
  }
  getSettings = () => ({ deviceId: this.label })
  getCapabilities = () => ({ torch: this.label === 'back' })
  applyConstraints = vi.fn(async () => undefined)
}

let tracks: Track[] = []
const getUserMedia = vi.fn<(asked: { video: MediaTrackConstraints }) => Promise<unknown>>()
beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  tracks = []
  getUserMedia.mockReset().mockImplementation(async ({ video }) => {
    const wanted = (video.deviceId as { exact: string } | undefined)?.exact
    if (wanted === 'gone') throw new DOMException('', 'OverconstrainedError')
    const track = new Track(wanted ?? 'back')
    tracks.push(track)
    return { getVideoTracks: () => [track] }
  })
  const enumerateDevices = async () =>
    ['back', 'wide', 'front'].map((deviceId) => ({ deviceId, kind: 'videoinput' }))
  vi.stubGlobal('MediaStream', class {})
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: Object.assign(new EventTarget(), { getUserMedia, enumerateDevices }),
  })
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockReturnValue()
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

function Page() {
  const video = useRef<HTMLVideoElement>(null)
  const camera = useCamera(video)
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a camera has no sound */}
      <video ref={video} />
      <p>{`${camera.state} ${camera.name} ${camera.light} ${camera.cameras} ${camera.trouble?.title ?? ''}`}</p>
      <button type="button" onClick={camera.open}>
        open
      </button>
      <button type="button" onClick={camera.switchCamera}>
        switch
      </button>
    </>
  )
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByText(name)))
const asked = () => getUserMedia.mock.calls.map(([{ video }]) => video.deviceId ?? video.facingMode)

test('opens a camera that looks away, goes from one to the next, and remembers it', async () => {
  const page = render(<Page />)
  await press('open')
  expect(screen.getByText('on back off 3')).toBeTruthy()
  await press('switch')
  expect(screen.getByText('on wide none 3')).toBeTruthy()
  expect(tracks.map(({ stopped }) => stopped)).toEqual([true, false])
  page.unmount()
  expect(tracks.every(({ stopped }) => stopped)).toBe(true)
  render(<Page />)
  await press('open')
  expect(asked()).toEqual([{ ideal: 'environment' }, { exact: 'wide' }, { exact: 'wide' }])
})

test('takes another one when the remembered camera is gone', async () => {
  localStorage.setItem('door-camera', 'gone')
  render(<Page />)
  await press('open')
  expect(screen.getByText('on back off 3')).toBeTruthy()
})

test('comes back by itself once another app lets go of it, while the page is visible', async () => {
  render(<Page />)
  await press('open')
  getUserMedia.mockRejectedValue(new DOMException('', 'NotReadableError'))
  await act(async () => void tracks[0]?.dispatchEvent(new Event('ended')))
  expect(screen.getByText(/^off .*Another app is using the camera\.$/)).toBeTruthy()
  await act(async () => void (await vi.advanceTimersByTimeAsync(3100)))
  expect(screen.getByText(/^off .*Another app/)).toBeTruthy()
  getUserMedia.mockImplementation(async () => ({ getVideoTracks: () => [new Track('back')] }))
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  expect(screen.getByText('on back off 3')).toBeTruthy()
})

test('a camera that may not be used is not asked for again and again', async () => {
  getUserMedia.mockRejectedValue(new DOMException('', 'NotAllowedError'))
  render(<Page />)
  await press('open')
  expect(screen.getByText(/^off .*Camera access is off\.$/)).toBeTruthy()
  await act(async () => void (await vi.advanceTimersByTimeAsync(20_000)))
  expect(getUserMedia).toHaveBeenCalledTimes(1)
})
