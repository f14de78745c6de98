import { useEffect, useState } from 'react'

/** A browser's offer to install the page, kept until somebody wants it. */
type InstallEvent = Event & { prompt(): Promise<unknown> }

let offered: InstallEvent | null = null
const listeners = new Set<() => void>()

// Browsers offer it once, soon after the page is open, when the check before doors is still closed.
if (typeof window !== 'undefined')
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offered = event as InstallEvent
    for (const listener of listeners) listener()
  })

/** Returns what asks the browser to install the scanner; null where it has not offered to. */
export function useInstallPrompt(): (() => void) | null {
  const [prompt, setPrompt] = useState<InstallEvent | null>(null)
  useEffect(() => {
    const read = () => setPrompt(offered)
    read()
    listeners.add(read)
    return () => void listeners.delete(read)
  }, [])
  return prompt && (() => void prompt.prompt())
}
