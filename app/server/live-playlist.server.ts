/**
 * Reads and rewrites HLS playlists (RFC 8216): every address in one becomes a name of ours. What belongs to low latency is left out, because
 * it lets a player ask with parameters that we do not pass on.
 */

const lowLatency = /^#EXT-X-(PART|PART-INF|PRELOAD-HINT|RENDITION-REPORT|SERVER-CONTROL|SKIP)(:|$)/
const namesPlaylist = /^#EXT-X-(MEDIA|I-FRAME-STREAM-INF|IMAGE-STREAM-INF):/
const uriAttribute = /(^|[,:])URI="([^"]*)"/

/** Tells whether a text is a playlist at all. */
export function isPlaylist(text: string): boolean {
  return text.startsWith('#EXTM3U')
}

/** Tells whether a playlist lists others (qualities, sound, captions) rather than segments. */
export function isMultivariant(text: string): boolean {
  return /^#EXT-X-STREAM-INF:/m.test(text)
}

/**
 * Replaces every address of a playlist: segments, qualities, sound, captions, keys and init sections.
 * @param nameOf returns what stands there instead
 * @returns the rewritten text
 */
export function rewritePlaylist(
  text: string,
  nameOf: (uri: string, kind: 'playlist' | 'file') => string,
): string {
  const lineKind = isMultivariant(text) ? 'playlist' : 'file'
  const rewritten = text.split(/\r?\n/).flatMap((line) => {
    if (lowLatency.test(line)) return []
    if (line.trim() === '') return [line]
    if (!line.startsWith('#')) return [nameOf(line.trim(), lineKind)]
    const kind = namesPlaylist.test(line) ? 'playlist' : 'file'
    return [
      line.replace(uriAttribute, (whole, before: string, uri: string) =>
        uri.startsWith('data:') ? whole : `${before}URI="${nameOf(uri, kind)}"`,
      ),
    ]
  })
  return rewritten.join('\n')
}

/** Ends a playlist of segments that its source left open. */
export function endPlaylist(text: string): string {
  return isMultivariant(text) || /^#EXT-X-ENDLIST/m.test(text) ? text : `${text.trimEnd()}\n#EXT-X-ENDLIST\n`
}

/** One segment: the tags in front of it, and its address. */
type Segment = { tags: string[]; uri: string }

/** Splits a playlist of segments into what stands above them, the segments, and the tags below. */
function splitSegments(text: string): { head: string[]; segments: Segment[]; tail: string[] } {
  const head: string[] = []
  const segments: Segment[] = []
  let tags: string[] = []
  for (const line of text.split(/\r?\n/).filter((each) => each !== '')) {
    if (!line.startsWith('#')) {
      segments.push({ tags, uri: line })
      tags = []
    } else if (
      segments.length === 0 &&
      !/^#(EXTINF|EXT-X-(DISCONTINUITY$|PROGRAM-DATE-TIME|KEY|MAP|BYTERANGE|GAP))/.test(line)
    )
      head.push(line)
    else tags.push(line)
  }
  return { head, segments, tail: tags }
}

/**
 * Keeps the last segments of a recording that grows: the window of a live playlist.
 * @param most how many segments
 */
export function slidingWindow(text: string, most: number): string {
  const { head, segments } = splitSegments(text)
  const dropped = segments.slice(0, Math.max(0, segments.length - most))
  const kept = segments.slice(dropped.length)
  const countOf = (name: string) => Number(new RegExp(`^#EXT-X-${name}:(\\d+)`, 'm').exec(text)?.[1] ?? 0)
  const breaks = dropped.filter(({ tags }) => tags.includes('#EXT-X-DISCONTINUITY')).length
  // Holds for all segments until another of its kind: the last one that was dropped still counts for the first one kept.
  const standing = ['#EXT-X-MAP', '#EXT-X-KEY'].flatMap(
    (name) => dropped.flatMap(({ tags }) => tags.filter((tag) => tag.startsWith(name))).at(-1) ?? [],
  )
  const lines = [
    ...head.filter(
      (line) => !/^#EXT-X-(MEDIA-SEQUENCE|DISCONTINUITY-SEQUENCE|PLAYLIST-TYPE|ENDLIST)/.test(line),
    ),
    `#EXT-X-MEDIA-SEQUENCE:${countOf('MEDIA-SEQUENCE') + dropped.length}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${countOf('DISCONTINUITY-SEQUENCE') + breaks}`,
    ...standing,
    ...kept.flatMap(({ tags, uri }) => [...tags, uri]),
  ]
  return `${lines.join('\n')}\n`
}

/** Describes the end of a live playlist, by which its progress is judged. */
export type PlaylistEdge = { sequence: number; segments: number; last: string | null; seconds: number }

/** Reads how far a playlist has come. */
export function edgeOf(text: string): PlaylistEdge {
  const { segments } = splitSegments(text)
  const sequence = Number(/^#EXT-X-MEDIA-SEQUENCE:(\d+)/m.exec(text)?.[1] ?? 0)
  const last = segments.at(-1)
  const seconds = Number(
    /^#EXTINF:([\d.]+)/.exec(last?.tags.find((tag) => tag.startsWith('#EXTINF')) ?? '')?.[1] ?? 0,
  )
  return { sequence, segments: segments.length, last: last?.uri ?? null, seconds }
}
