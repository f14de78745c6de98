import { signals, type Verdict } from '../door.rules.ts'

let audio: AudioContext | null = null

/** Allows sound from now on; browsers only let a tap do so. */
export function allowSound(): void {
  try {
    audio ??= new AudioContext()
    void audio.resume()
  } catch {
    audio = null // no sound device: the screen shows the same
  }
}

/** Beeps and buzzes a verdict or a question, where the device can. */
export function signal(verdict: Verdict | 'ask'): void {
  const { tones, vibrate } = signals[verdict]
  navigator.vibrate?.(vibrate)
  if (audio?.state !== 'running') return
  let at = audio.currentTime
  for (const [hertz, ms] of tones) {
    const oscillator = audio.createOscillator()
    const volume = audio.createGain()
    oscillator.frequency.value = hertz
    oscillator.type = verdict === 'stop' ? 'square' : 'sine'
    volume.gain.setValueAtTime(0.25, at)
    volume.gain.exponentialRampToValueAtTime(0.001, at + ms / 1000)
    oscillator.connect(volume).connect(audio.destination)
    oscillator.start(at)
    oscillator.stop(at + ms / 1000)
    at += ms / 1000 + 0.04
  }
}
