import type { Duplex } from 'node:stream'

/** Limits on connections, so that whoever opens many takes neither all descriptors of the process nor keeps one by not reading. */

/** How long a sender may take to read a refusal before its connection is cut, in milliseconds. */
const lastRead = 1000

/** Sends the last bytes of a connection, and closes it a second later even if the other end never reads them. */
export function endConnection(socket: Duplex, bytes: string): void {
  socket.end(bytes)
  const cut = setTimeout(() => socket.destroy(), lastRead).unref()
  socket.once('close', () => clearTimeout(cut))
}

/**
 * Returns how many connections the process may have open: three quarters of its file descriptors. The rest is for files and for the
 * database, which the visitors who are connected already wait for.
 * @returns undefined where the system has no such limit
 */
export function mostConnections(): number | undefined {
  // The types know this part of a report no closer.
  const report = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } }
  }
  const descriptors = report.userLimits?.open_files?.soft
  return typeof descriptors === 'number' ? Math.floor(descriptors * 0.75) : undefined
}
