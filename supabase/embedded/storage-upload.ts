/** Reads what a client uploads: raw bytes, or a form as browsers send files. */
import { createHash } from 'node:crypto'
import { refuse } from './storage-errors.ts'
import type { Bucket, Metadata } from './storage-objects.ts'

export type Upload = { bytes: Uint8Array<ArrayBuffer>; mimetype: string; cacheControl: string }

/** Limits the size of a form beside its file, in bytes. */
const formOverhead = 64 * 1024

/**
 * Reads an upload.
 * @param limit most bytes of a file
 * @throws the refusal 413 when it is larger; reading stops there.
 */
export async function readUpload(request: Request, limit: number): Promise<Upload> {
  const type = request.headers.get('content-type') ?? 'application/octet-stream'
  if (!type.startsWith('multipart/form-data')) {
    const cacheControl = request.headers.get('cache-control') ?? 'no-cache'
    return { bytes: await readBytes(request, limit), mimetype: type, cacheControl }
  }
  const body = await readBytes(request, limit + formOverhead)
  const form = await new Response(body, { headers: { 'content-type': type } }).formData()
  const file = [...form.values()].find((value) => value instanceof File)
  if (!file) return refuse('InvalidRequest', 'Missing file in multipart upload')
  if (file.size > limit) return refuseSize()
  const seconds = form.get('cacheControl')
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    mimetype: file.type || 'application/octet-stream',
    cacheControl: typeof seconds === 'string' && /^\d+$/.test(seconds) ? `max-age=${seconds}` : 'no-cache',
  }
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.length
    if (length > limit) return refuseSize()
    chunks.push(part.value)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

function refuseSize(): never {
  return refuse('EntityTooLarge', 'The object exceeded the maximum allowed size')
}

/** Returns the greatest number of bytes that a file in this bucket may have. */
export function sizeLimitOf(bucket: Bucket, limit: number): number {
  return bucket.file_size_limit === null ? limit : Math.min(limit, Number(bucket.file_size_limit))
}

/** @throws the refusal 415 for a type that the bucket does not take; `image/*` takes every image. */
export function checkMimeType(bucket: Bucket, mimetype: string): void {
  const [type = ''] = mimetype.split(';')
  const allowed = bucket.allowed_mime_types
  if (!allowed || allowed.length === 0) return
  const fits = allowed.some((pattern) =>
    pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type.trim(),
  )
  if (!fits) refuse('InvalidMimeType', `mime type ${mimetype} is not supported`)
}

/** Builds the stored metadata of an upload. */
export function describe({ bytes, mimetype, cacheControl }: Upload): Metadata {
  return {
    eTag: `"${createHash('md5').update(bytes).digest('hex')}"`,
    size: bytes.length,
    mimetype,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: bytes.length,
    httpStatusCode: 200,
  }
}
