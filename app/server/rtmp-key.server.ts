/**
 * Finds the stream key in what an RTMP sender (OBS, ffmpeg) says first. Its command `publish` is a short AMF0 message: the name, a number,
 * null, and the key as a string. It fits into one chunk, so it stands there in one piece.
 */

const command = Buffer.from('\x02\x00\x07publish\x00', 'latin1')
const numberLength = 8
const longestKey = 80
/** Between command and key: the number, null, and the string's type and length. */
const gap = numberLength + 1 + 3

/**
 * Looks for the key.
 * @param bytes everything that was sent so far
 * @returns the key; null while the command is not there; `unreadable` for one that is no key of ours
 */
export function publishedKey(bytes: Buffer): { key: string } | 'unreadable' | null {
  const at = bytes.indexOf(command)
  if (at < 0) return null
  const from = at + command.length
  if (bytes.length < from + gap) return null
  const [none, text] = [bytes[from + numberLength], bytes[from + numberLength + 1]]
  const length = bytes.readUInt16BE(from + numberLength + 2)
  if (none !== 0x05 || text !== 0x02 || length === 0 || length > longestKey) return 'unreadable'
  if (bytes.length < from + gap + length) return null
  const key = bytes.toString('latin1', from + gap, from + gap + length)
  return /^[\w-]+$/.test(key) ? { key } : 'unreadable'
}
