/** Shortens the files of a form while it is received. */

/** The longest head of a part in bytes; browsers' have a few hundred. What has no end within it is no form. */
export const longestHead = 16 * 1024

/**
 * Makes a filter for the bytes of a multipart body that keeps only as much of each file as shows that it is too large. The form's
 * action then reports that at the file's field, and what was typed into the other fields comes back with it.
 * @param boundary as the body's content type names it
 * @param largest how many bytes of a file are allowed; one more is kept
 * @returns `add` returns what to keep of the next bytes, `end` what is left after the last ones
 */
export function createFileShortener(boundary: string, largest: number) {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  const headEnd = Buffer.from('\r\n\r\n')
  let waiting: Buffer = Buffer.alloc(0)
  // Bytes of a part's content that are kept; null between a delimiter and the end of the head behind it.
  let room: number | null = null
  let isBroken = false

  /** @returns what to keep of the bytes that wait, undefined where more must come first */
  function takeHead(): Buffer | undefined {
    const at = waiting.indexOf(headEnd)
    if (at < 0) {
      // Searched again with each next chunk: without a limit that takes time by the square of its length.
      isBroken = waiting.length > longestHead
      return undefined
    }
    // An empty head ends where it begins; a delimiter's own line break belongs to it.
    const head = waiting.subarray(0, at + headEnd.length)
    waiting = waiting.subarray(head.length)
    room = /\bfilename\*?=/i.test(head.toString('latin1')) ? largest + 1 : Number.POSITIVE_INFINITY
    return head
  }

  function takeContent(left: number): Buffer | undefined {
    const at = waiting.indexOf(delimiter)
    // The last bytes may be the beginning of a delimiter.
    const end = at < 0 ? Math.max(0, waiting.length - delimiter.length + 1) : at
    if (end === 0 && at < 0) return undefined
    const kept = waiting.subarray(0, Math.min(end, left))
    room = at < 0 ? left - kept.length : null
    waiting = waiting.subarray(at < 0 ? end : at + delimiter.length)
    return at < 0 ? kept : Buffer.concat([kept, delimiter])
  }

  return {
    add(chunk: Buffer): Buffer[] {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
      const kept: Buffer[] = []
      for (;;) {
        const piece = room === null ? takeHead() : takeContent(room)
        if (!piece) return kept
        kept.push(piece)
      }
    },
    /** True once the bytes can't be a form's: nothing of them is to be kept. */
    get isBroken() {
      return isBroken
    },
    /** How many bytes wait for the next ones. */
    get waiting() {
      return waiting.length
    },
    end: (): Buffer => waiting,
  }
}
