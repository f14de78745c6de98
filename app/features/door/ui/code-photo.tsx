import { ImageUp } from 'lucide-react'
import { useState } from 'react'
import { readQrPhoto } from '#browser/qr-reader.ts'
import * as css from './camera.css.ts'
import { allowSound } from './signals.ts'

/**
 * Reads a code from a photo, also where the page may not use the camera: the phone's own camera app takes it.
 * @param onCode called with the code of each photo that shows one
 */
export function CodePhoto({ onCode }: { onCode: (code: string) => void }) {
  const [state, setState] = useState<'ready' | 'reading' | 'nothing'>('ready')

  async function read(input: HTMLInputElement) {
    const [photo] = input.files ?? []
    if (!photo) return
    allowSound()
    setState('reading')
    const code = await readQrPhoto(photo).catch(() => null)
    // The same photo can be chosen again.
    input.value = ''
    setState(code ? 'ready' : 'nothing')
    if (code) onCode(code)
  }

  return (
    <>
      <label className={css.photo}>
        <ImageUp size={22} aria-hidden="true" />
        {state === 'reading' ? 'Reading the photo' : 'Read a photo of a code'}
        <input
          type="file"
          accept="image/*"
          className={css.photoInput}
          disabled={state === 'reading'}
          onChange={(event) => void read(event.currentTarget)}
        />
      </label>
      <p role="status" className={css.photoState}>
        {state === 'nothing' && 'No code in this photo. Take it closer, without glare.'}
      </p>
    </>
  )
}
