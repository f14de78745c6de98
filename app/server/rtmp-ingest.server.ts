import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat, symlink } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ingestFolder, ingestPlaylist } from './live-source-ingest.server.ts'
import { publishedKey } from './rtmp-key.server.ts'

/**
 * Takes RTMP on one port and hands each sender to an `ffmpeg -listen 1` of its own, which writes HLS into the data folder. ffmpeg takes any
 * key, so the key is read here on its way, and nothing from `publish` on goes further before it was found to be a stream's.
 */

/** What a sender is for: a stream, and the version of its key. */
export type IngestTarget = { streamId: string; keyVersion: number }

export type IngestReport = {
  bitrateKbps: number | null
  droppedFrames: number | null
  lastSegmentAt: string | null
  connected: boolean
  keyVersion: number
}

export type IngestOptions = {
  port: number
  host?: string | undefined
  dataDir: string
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** @returns the stream of a key; null for a key of none */
  findStream(key: string): Promise<IngestTarget | null>
  /** @returns whether the sender may go on */
  report(target: IngestTarget, report: IngestReport): Promise<boolean>
  /** How often a sender is reported, in milliseconds. */
  every?: number
}

/** A sender has to name its key within this time and so many bytes. */
const [keyTimeout, keyBytes] = [10_000, 64 * 1024]
/** How many senders may be about to name a key: each costs a process. */
const mostUnknown = 3

/** Tells whether ffmpeg is on this machine. */
export function hasFfmpeg(): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn('ffmpeg', ['-version'], { stdio: 'ignore' })
    child.once('error', () => done(false))
    child.once('exit', (code) => done(code === 0))
  })
}

/** Finds a port that nothing listens on. */
function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? found(address.port) : failed(new Error('no port')),
      )
    })
  })
}

/** Connects to ffmpeg, which takes a moment until it listens. */
async function connectTo(port: number, child: ChildProcess): Promise<Socket> {
  for (let left = 50; ; left--) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((done) => {
      socket.once('connect', () => done(true))
      socket.once('error', () => done(false))
    })
    if (isOpen) return socket
    if (left === 0 || child.exitCode !== null) throw new Error('ffmpeg does not listen')
    await wait(100)
  }
}

/**
 * Starts ffmpeg on a port. It copies picture and sound as they come, and appends to the playlist of an earlier connection. It opens its
 * output once a sender publishes.
 */
function startFfmpeg(port: number, folder: string): ChildProcess {
  const input = ['-listen', '1', '-i', `rtmp://127.0.0.1:${port}/live/x`]
  const flags = 'append_list+omit_endlist+program_date_time+temp_file+independent_segments'
  const output = ['-c', 'copy', '-f', 'hls', '-hls_time', '4', '-hls_list_size', '0', '-hls_flags', flags]
  const files = ['-hls_segment_filename', join(folder, `${Date.now()}-%05d.ts`), join(folder, ingestPlaylist)]
  const said = ['-hide_banner', '-nostats', '-loglevel', 'error', '-progress', 'pipe:1', '-stats_period', '1']
  return spawn('ffmpeg', [...said, ...input, ...output, ...files], { stdio: ['ignore', 'pipe', 'ignore'] })
}

/** Follows the frames that ffmpeg says it dropped. */
function followDrops(child: ChildProcess): () => number | null {
  let dropped: number | null = null
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    dropped = Number(/drop_frames=(\d+)/.exec(text)?.[1] ?? dropped ?? 0)
  })
  return () => dropped
}

/** Says when the playlist got its newest segment. */
async function newestSegment(folder: string, since: number): Promise<string | null> {
  const found = await stat(join(folder, ingestPlaylist)).catch(() => null)
  return found && found.mtimeMs >= since ? found.mtime.toISOString() : null
}

type Sender = { target: IngestTarget | null; end(): void; ended: Promise<void> }

/** Ends a process: it may finish the segment that it has begun, for three seconds. */
async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 3000)
  await gone
  clearTimeout(timer)
}

/**
 * Passes what a sender says on to ffmpeg, up to the key; then asks whose it is.
 * @returns the stream, with the bytes that were held back; null for a sender that named no stream of ours in time
 */
function readTarget(
  socket: Socket,
  upstream: Socket,
  { findStream }: IngestOptions,
): Promise<{ target: IngestTarget; held: Buffer } | null> {
  return new Promise((done) => {
    let said = Buffer.alloc(0)
    let isAsked = false
    const timer = setTimeout(() => done(null), keyTimeout)
    const answer = (result: { target: IngestTarget; held: Buffer } | null) => {
      clearTimeout(timer)
      socket.off('data', listen)
      socket.pause()
      done(result)
    }
    const listen = (chunk: Buffer) => {
      said = Buffer.concat([said, chunk])
      if (isAsked) return
      const found = publishedKey(said)
      if (found === null && said.length <= keyBytes) return void upstream.write(chunk)
      if (found === null || found === 'unreadable') return answer(null)
      isAsked = true
      const sentBefore = said.length - chunk.length
      findStream(found.key).then(
        (target) => answer(target && { target, held: said.subarray(sentBefore) }),
        () => answer(null),
      )
    }
    socket.on('data', listen)
    socket.once('close', () => answer(null))
  })
}

/** Reports a sender every few seconds, and ends it when it may not go on. */
function reportSender(
  target: IngestTarget,
  { folder, dropped, bytes }: { folder: string; dropped(): number | null; bytes(): number },
  { report, every = 3000, log }: IngestOptions,
  end: () => void,
): () => Promise<void> {
  const since = Date.now()
  let [lastBytes, lastAt] = [0, since]
  const send = async (connected: boolean) => {
    const [now, total] = [Date.now(), bytes()]
    const bitrateKbps = now > lastAt ? Math.round(((total - lastBytes) * 8) / (now - lastAt)) : null
    ;[lastBytes, lastAt] = [total, now]
    const lastSegmentAt = await newestSegment(folder, since)
    const { keyVersion } = target
    return await report(target, {
      bitrateKbps,
      droppedFrames: dropped(),
      lastSegmentAt,
      connected,
      keyVersion,
    })
  }
  const timer = setInterval(() => {
    send(true).then(
      (mayGoOn) => void (mayGoOn || end()),
      (error: unknown) =>
        log.warn({ err: error, streamId: target.streamId }, 'a sender could not be reported'),
    )
  }, every)
  return async () => {
    clearInterval(timer)
    await send(false).catch(() => undefined)
  }
}

/** Serves one connection from its first byte to its end. */
function serveSender(socket: Socket, options: IngestOptions, known: (sender: Sender) => void): Sender {
  const { dataDir, log } = options
  let isOver = false
  const closers: (() => Promise<unknown> | undefined)[] = []
  let ended: () => void = () => {}
  const sender: Sender = {
    target: null,
    ended: new Promise((done) => {
      ended = done
    }),
    end() {
      if (isOver) return
      isOver = true
      socket.destroy()
      void Promise.allSettled(closers.toReversed().map((close) => Promise.resolve(close()))).then(ended)
    },
  }
  const onEnd = (close: () => Promise<unknown> | undefined) => {
    if (isOver) void close()
    else closers.push(close)
  }
  const run = async () => {
    // ffmpeg has to be told where to write before it can say whose the sender is: the name becomes a link to the stream's folder.
    const link = resolve(dataDir, 'live', '.senders', randomUUID())
    await mkdir(join(link, '..'), { recursive: true })
    onEnd(() => rm(link, { force: true }))
    const port = await freePort()
    const child = startFfmpeg(port, link)
    child.once('error', () => sender.end())
    child.once('exit', () => sender.end())
    onEnd(() => stopChild(child))
    const dropped = followDrops(child)
    const upstream = await connectTo(port, child)
    upstream.on('error', () => sender.end())
    upstream.on('close', () => sender.end())
    onEnd(async () => void upstream.end())
    upstream.pipe(socket)
    const found = await readTarget(socket, upstream, options)
    if (!found || isOver) return sender.end()
    sender.target = found.target
    known(sender)
    const folder = resolve(ingestFolder(dataDir, found.target.streamId))
    await mkdir(folder, { recursive: true })
    await symlink(folder, link, 'dir')
    const bytes = () => socket.bytesRead
    onEnd(reportSender(found.target, { folder, dropped, bytes }, options, sender.end))
    log.info({ streamId: found.target.streamId }, 'a sender of a stream connected')
    upstream.write(found.held)
    socket.pipe(upstream)
  }
  socket.on('error', () => sender.end())
  socket.on('close', () => sender.end())
  run().catch((error: unknown) => {
    log.warn({ err: error }, 'a sender could not be served')
    sender.end()
  })
  return sender
}

/**
 * Listens for senders.
 * @returns what ends all of them and stops listening
 * @throws an error with code EADDRINUSE when the port is taken
 */
export async function startIngest(options: IngestOptions): Promise<{ stop(): Promise<void> }> {
  const senders = new Set<Sender>()
  const server = createServer((socket) => {
    const unknown = [...senders].filter(({ target }) => target === null).length
    if (unknown >= mostUnknown) return void socket.destroy()
    const sender = serveSender(socket, options, (newest) => {
      // A sender that lost its connection comes again before the old one is noticed to be gone.
      for (const other of senders)
        if (other !== newest && other.target?.streamId === newest.target?.streamId) other.end()
    })
    senders.add(sender)
    void sender.ended.then(() => senders.delete(sender))
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(options.port, options.host, listening)
  })
  return {
    async stop() {
      const closed = new Promise<void>((done) => server.close(() => done()))
      for (const sender of senders) sender.end()
      await Promise.all([closed, ...[...senders].map(({ ended }) => ended)])
    },
  }
}
