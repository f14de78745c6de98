/** Pause between two reads, in milliseconds. */
const pause = 1000

/**
 * Watches a version that other processes raise, beside the requests: none of them waits for it.
 * @param read reads the version; while it fails, nothing is said to have changed
 * @param isNeeded tells whether a change would matter now; where not, nothing is read
 * @param onChange called when the version is another one than at the read before, and after the first read
 * @returns begins to watch, until it is not needed any more
 */
export function watchVersion(
  read: () => Promise<string>,
  isNeeded: () => boolean,
  onChange: () => void,
): () => void {
  let known: string | undefined
  let watching = false
  async function look(): Promise<void> {
    const version = await read().catch(() => known)
    if (version !== known) onChange()
    known = version
    watching = false
    if (isNeeded()) start()
  }
  function start(): void {
    if (watching) return
    watching = true
    setTimeout(() => void look(), pause).unref()
  }
  return start
}
