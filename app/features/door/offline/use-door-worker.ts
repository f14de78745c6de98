import { useEffect, useState } from 'react'
import * as paths from '#core/paths.ts'
import { askToKeep } from './phone.ts'
import { workerFile } from './worker-file.ts'

/** The scanner as an app on this phone. */
export type DoorApp = {
  /** It opens without the network. */
  isReady: boolean
  /** The browser promised to keep its data; null where it doesn't say. */
  isKept: boolean | null
  /** Puts a waiting new version in place and opens it; null while there is none. */
  update: (() => void) | null
}

/** Installs the scanner's service worker, and asks the browser to keep what the scanner stores. A new version waits until it is let in. */
export function useDoorWorker(): DoorApp {
  const [isReady, setReady] = useState(false)
  const [isKept, setKept] = useState<boolean | null>(null)
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)
  useEffect(() => {
    let ended = false
    // The scanner is an app of its own: from here on it is what the phone installs. Pages of the site need no bytes for that.
    document.querySelector('link[rel=manifest]')?.setAttribute('href', paths.ticketScannerManifest())
    void askToKeep().then((kept) => !ended && setKept(kept))
    if (!('serviceWorker' in navigator)) return
    function read(registration: ServiceWorkerRegistration) {
      if (ended) return
      setReady(registration.active !== null)
      setWaiting(registration.active ? registration.waiting : null)
    }
    function follow(registration: ServiceWorkerRegistration) {
      read(registration)
      const watch = (worker: ServiceWorker | null) =>
        worker?.addEventListener('statechange', () => read(registration))
      watch(registration.installing)
      registration.addEventListener('updatefound', () => watch(registration.installing))
    }
    navigator.serviceWorker
      .register(workerFile, { scope: paths.ticketScanner(), updateViaCache: 'none' })
      .then(follow, (error) => console.warn('The scanner can’t be kept for use without a network', error))
    return () => {
      ended = true
    }
  }, [])
  const update = waiting && (() => takeOver(waiting))
  return { isReady, isKept, update }
}

/** Lets a waiting worker take over, and opens the page again with it. */
function takeOver(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
  worker.addEventListener('statechange', () => {
    if (worker.state === 'activated' && !navigator.serviceWorker.controller) window.location.reload()
  })
  worker.postMessage('take-over')
}
