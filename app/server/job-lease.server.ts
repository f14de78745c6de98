/** Reason of a handler's signal when its lease was lost: another worker may run the job by now, and no report of this one counts. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
}

/** A lease that is kept while a handler runs. */
export type KeptLease = {
  /** Aborts with a `LeaseLostError` when the lease is lost. */
  lost: AbortSignal
  /** Ends the renewals. @returns the lease to report by, or null when it was lost */
  end(): Promise<string | null>
}

/** Pause after a renewal that failed, at least, in milliseconds. */
const shortestPause = 100

/**
 * Renews the lease of a job each time that half of what is left of it is over. It is lost when the queue says so, and when it ended
 * before the queue could be reached.
 * @param options.lease lease as the claim returned it
 * @param options.leaseSeconds how long a lease lasts
 * @param options.renew takes the present lease; the new one, or null when the job is no longer this worker's
 */
export function keepLease({
  lease,
  leaseSeconds,
  renew,
}: {
  lease: string
  leaseSeconds: number
  renew(lease: string): Promise<string | null>
}): KeptLease {
  const lost = new AbortController()
  let held = lease
  let endsAt = performance.now() + leaseSeconds * 1000
  let isEnded = false
  let timer: NodeJS.Timeout | undefined
  let renewal: Promise<void> | undefined

  async function renewNow(): Promise<void> {
    const sentAt = performance.now()
    try {
      const next = await renew(held)
      if (next === null) return lost.abort(new LeaseLostError('another worker has the job'))
      held = next
      endsAt = sentAt + leaseSeconds * 1000
    } catch (error) {
      if (performance.now() >= endsAt)
        return lost.abort(new LeaseLostError('the lease ended', { cause: error }))
    }
    if (!isEnded) plan()
  }
  function plan(): void {
    const pause = Math.max((endsAt - performance.now()) / 2, shortestPause)
    timer = setTimeout(() => {
      renewal = renewNow()
    }, pause)
    timer.unref()
  }

  plan()
  return {
    lost: lost.signal,
    async end() {
      isEnded = true
      clearTimeout(timer)
      await renewal
      return lost.signal.aborted ? null : held
    },
  }
}
