/**
 * Declares what the site needs of a source of live video. Every kind of source is one file and one entry in
 * live-sources-registry.server.ts; who may watch is the database's business.
 */

/** A stream's source as the database keeps it. */
export type StreamSource = {
  streamId: string
  kind: string
  /** State of the stream (`private.stream_states`). */
  state: string
  /** What its kind needs, such as the address of an origin. */
  config: unknown
  /** Counts up when the source is replaced. */
  keyVersion: number
  startedAt: Date | null
  interruptedAt: Date | null
  endedAt: Date | null
}

/** A playlist, and the address that its relative addresses are relative to. */
export type SourcePlaylist = { text: string; base: string }

/** A segment, key, init section or piece of captions. */
export type SourceFile = { body: Buffer; type: string }

/** What an address in a playlist stands for: an address of ours to ask the source for, or one that the browser fetches by itself. */
export type SourceAddress = { through: string } | { direct: string }

export type LiveSource = {
  /** Its name in `private.stream_source_kinds`. */
  name: string
  /** @returns the address of the first playlist; null where there is nothing to play */
  entryOf(source: StreamSource): string | null
  /**
   * Reads a playlist.
   * @param address as `entryOf` or `addressOf` returned it
   * @param now milliseconds since 1970
   * @returns null while there is none
   */
  readPlaylist(source: StreamSource, address: string, now: number): Promise<SourcePlaylist | null>
  /** Says where an address in a playlist leads. */
  addressOf(
    source: StreamSource,
    uri: string,
    base: string,
    kind: 'playlist' | 'file',
    now: number,
  ): SourceAddress
  /** Reads what an address that `addressOf` returned names, without asking the database. @returns null where it is gone */
  readFile(address: string): Promise<SourceFile | null>
}

/** A kind of source before its settings are known. `open` returns null where they are missing. */
export type LiveSourceDefinition = { name: string; open(settings: LiveSettings): LiveSource | null }

/** The settings that sources read, by variable name. */
export type LiveSettings = {
  DATA_DIR: string
  LIVE_ORIGIN_HOSTS: readonly string[]
  MUX_SIGNING_KEY_ID?: string | undefined
  MUX_SIGNING_PRIVATE_KEY?: string | undefined
  MUX_STREAM_URL: string
}

const types: Record<string, string> = {
  ts: 'video/mp2t',
  mp4: 'video/mp4',
  m4s: 'video/mp4',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  vtt: 'text/vtt; charset=utf-8',
}

/** Names the content type of a file by its ending. A source's own type is never passed on: it could make a page of a file. */
export function mediaTypeOf(path: string): string {
  return types[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream'
}
