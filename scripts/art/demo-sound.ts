/** Makes the sound of the demo channel: a soca groove of 120 beats a minute, from sines and noise. Thirty bars fill the loop exactly. */

export const loopSeconds = 60
export const soundRate = 48_000

const beatSeconds = 0.5
const samples = loopSeconds * soundRate

/** Makes noise that is the same in every run. */
function createNoise(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

/** Adds a sound at a time; what reaches over the end of the loop begins it. */
function strike(
  track: Float32Array,
  at: number,
  seconds: number,
  level: number,
  sample: (time: number) => number,
): void {
  const from = Math.round(at * soundRate)
  const count = Math.round(seconds * soundRate)
  for (let next = 0; next < count; next++) {
    const place = (from + next) % samples
    track[place] = (track[place] ?? 0) + level * sample(next / soundRate)
  }
}

const hertz = (note: number) => 440 * 2 ** ((note - 69) / 12)
const turn = (turns: number) => Math.sin(2 * Math.PI * turns)

/** Roots of the bars, and what the steel pan plays over each: MIDI notes, null for a rest, eight to a bar. */
const roots = [45, 50, 52, 50]
const pan: (number | null)[][] = [
  [69, null, 73, 76, null, 73, 69, null],
  [74, null, 78, 81, null, 78, 74, 73],
  [76, 80, null, 83, 80, null, 76, null],
  [74, null, 78, 81, 78, 74, null, 71],
]

/** Makes the loop. @returns 16-bit samples, two channels */
export function makeSound(): Buffer {
  const track = new Float32Array(samples)
  const noise = createNoise(7)
  for (let beat = 0; beat < loopSeconds / beatSeconds; beat++) {
    const at = beat * beatSeconds
    const bar = Math.floor(beat / 4)
    strike(
      track,
      at,
      0.3,
      0.8,
      (time) => turn(45 * time + 9 * (1 - Math.exp(-time * 28))) * Math.exp(-time * 11),
    )
    for (const offset of [0.375, 0.25])
      strike(track, at + offset, 0.12, 0.16, (time) => noise() * Math.exp(-time * 40))
    if (beat % 2 === 1) strike(track, at, 0.18, 0.3, (time) => noise() * Math.exp(-time * 22))
    const bass = hertz((roots[bar % 4] ?? 45) - 12)
    for (const offset of [0, 0.375])
      strike(track, at + offset, 0.22, 0.34, (time) => turn(bass * time) * Math.exp(-time * 6))
  }
  for (let eighth = 0; eighth < loopSeconds * 4; eighth++) {
    const note = eighth % 2 ? null : pan[Math.floor(eighth / 16) % 4]?.[(eighth / 2) % 8]
    if (note === null || note === undefined) continue
    const tone = hertz(note)
    strike(
      track,
      eighth * 0.25,
      0.6,
      0.15,
      (time) => (turn(tone * time) + 0.4 * turn(2 * tone * time)) * Math.exp(-time * 7),
    )
  }
  const out = Buffer.alloc(samples * 4)
  for (const [at, value] of track.entries()) {
    const level = Math.round(Math.tanh(value) * 26_000)
    out.writeInt16LE(level, at * 4)
    out.writeInt16LE(level, at * 4 + 2)
  }
  return out
}
