/** Makes responses with an object's bytes: conditional requests, ranges, and headers that keep uploads harmless. */

import { refuse } from './storage-errors.ts'
import type { StoredFiles } from './storage-files.ts'
import type { StoredObject } from './storage-objects.ts'

/** Makes the response to GET or HEAD for an object that the caller may read. */
export async function objectResponse(
  request: Request,
  url: URL,
  object: StoredObject,
  files: StoredFiles,
): Promise<Response> {
  const { metadata, version } = object
  if (!metadata || version === null) return refuse('NoSuchKey', 'Object not found')
  const modified = new Date(metadata.lastModified)
  const headers = new Headers({
    'content-type': metadata.mimetype,
    'cache-control': metadata.cacheControl,
    etag: metadata.eTag,
    'last-modified': modified.toUTCString(),
    'accept-ranges': 'bytes',
    // Keeps uploads from running in the browser: not as a page, not as a top-level SVG.
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    'x-robots-tag': 'none',
  })
  const download = url.searchParams.get('download')
  if (download !== null) {
    const name = encodeURIComponent(download || (object.name.split('/').at(-1) ?? 'file'))
    headers.set('content-disposition', `attachment; filename*=UTF-8''${name}`)
  }
  if (isFresh(request, metadata.eTag, modified)) return new Response(null, { status: 304, headers })

  const range = readRange(request.headers.get('range'), metadata.size)
  if (range === 'impossible') {
    headers.set('content-range', `bytes */${metadata.size}`)
    return new Response(null, { status: 416, headers })
  }
  const start = range?.start ?? 0
  const end = range?.end ?? metadata.size - 1
  headers.set('content-length', String(Math.max(0, end - start + 1)))
  if (range) headers.set('content-range', `bytes ${start}-${end}/${metadata.size}`)
  const status = range ? 206 : 200
  if (request.method === 'HEAD' || metadata.size === 0) return new Response(null, { status, headers })
  const body = await files.read(version, start, end)
  return body ? new Response(body, { status, headers }) : refuse('NoSuchKey', 'Object not found')
}

function isFresh(request: Request, eTag: string, modified: Date): boolean {
  const ifNoneMatch = request.headers.get('if-none-match')
  if (ifNoneMatch !== null)
    return ifNoneMatch.split(',').some((tag) => tag.trim() === eTag || tag.trim() === '*')
  const since = Date.parse(request.headers.get('if-modified-since') ?? '')
  return Math.floor(modified.getTime() / 1000) <= Math.floor(since / 1000)
}

/** Parses one range of bytes; null for none, or for several, for which the whole object is sent. */
function readRange(
  header: string | null,
  size: number,
): { start: number; end: number } | null | 'impossible' {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? 'impossible' : { start, end }
}
