/**
 * Runs the embedded stack's storage service: the calls of supabase-js that the site makes (upload, update, download, public
 * and signed addresses, list, info, remove), over hosted's tables and the project's policies. Buckets come from
 * migrations. No image transformations, resumable uploads or S3.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database } from './database.ts'
import type { Claims } from './keys.ts'
import { objectResponse } from './storage-download.ts'
import { failureResponse, refuse } from './storage-errors.ts'
import { StoredFiles } from './storage-files.ts'
import { LinkSigner } from './storage-links.ts'
import {
  listObjects,
  putObject,
  readBucket,
  readObject,
  removeBucket,
  removeObjects,
  type StoredObject,
} from './storage-objects.ts'
import { checkMimeType, describe, readUpload, sizeLimitOf } from './storage-upload.ts'

export type StorageOptions = {
  /** Holds a pool whose role owns the tables in `storage` and may become anon, authenticated and service_role. */
  sql: Database
  /** Names the folder of the files. */
  folder: string
  /** Signs links to private objects. */
  secret: string
  /** Limits the bytes of one file; a bucket may allow less. */
  sizeLimit: number
}

type Service = { sql: Database; files: StoredFiles; links: LinkSigner; sizeLimit: number }
type Call = { request: Request; url: URL; caller: Claims; bucket: string; name: string }
type Handler = (service: Service, call: Call) => Promise<Response>

/** Lists the routes; the first match wins; `+` stands for a path with slashes. */
const routes: [method: string, path: RegExp, handler: Handler][] = [
  ['GET', /^\/object\/public\/(?<bucket>[^/]+)\/(?<name>.+)$/, downloadPublic],
  ['HEAD', /^\/object\/public\/(?<bucket>[^/]+)\/(?<name>.+)$/, downloadPublic],
  ['GET', /^\/object\/sign\/(?<bucket>[^/]+)\/(?<name>.+)$/, downloadSigned],
  ['GET', /^\/object\/info\/(?<bucket>[^/]+)\/(?<name>.+)$/, info],
  ['POST', /^\/object\/sign\/(?<bucket>[^/]+)\/(?<name>.+)$/, sign],
  ['POST', /^\/object\/sign\/(?<bucket>[^/]+)$/, signMany],
  ['POST', /^\/object\/list\/(?<bucket>[^/]+)$/, list],
  ['DELETE', /^\/object\/(?<bucket>[^/]+)$/, remove],
  ['DELETE', /^\/bucket\/(?<bucket>[^/]+)$/, dropBucket],
  ['GET', /^\/object\/(?:authenticated\/)?(?<bucket>[^/]+)\/(?<name>.+)$/, download],
  ['HEAD', /^\/object\/(?:authenticated\/)?(?<bucket>[^/]+)\/(?<name>.+)$/, download],
  ['POST', /^\/object\/(?<bucket>[^/]+)\/(?<name>.+)$/, upload],
  ['PUT', /^\/object\/(?<bucket>[^/]+)\/(?<name>.+)$/, upload],
]

const prefix = '/storage/v1'

/**
 * Makes the handler of `/storage/v1`. The caller has checked the API key, except for public and signed addresses, and
 * verified the bearer token.
 * @returns a function from a request, its parsed address and the caller's claims to the response; it never throws
 */
export function createStorage(
  options: StorageOptions,
): (request: Request, url: URL, caller: Claims) => Promise<Response> {
  const service: Service = {
    sql: options.sql,
    files: new StoredFiles(options.folder),
    links: new LinkSigner(options.secret),
    sizeLimit: options.sizeLimit,
  }
  return async (request, url, caller) => {
    try {
      const path = url.pathname.slice(prefix.length)
      for (const [method, pattern, handler] of routes) {
        const groups = method === request.method ? pattern.exec(path)?.groups : undefined
        if (!groups) continue
        const bucket = decode(groups.bucket ?? '')
        const name = decode(groups.name ?? '')
        return await handler(service, { request, url, caller, bucket, name })
      }
      return refuse('NotFound', `Route ${request.method}:${path} not found`)
    } catch (error) {
      return failureResponse(error, `${request.method} ${url.pathname}`)
    }
  }
}

function decode(part: string): string {
  const text = decodeOrNull(part)
  // Postgres stores no NUL.
  return text === null || text.includes('\0') ? refuse('InvalidKey', `Invalid key: ${part}`) : text
}

function decodeOrNull(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** Lists the characters that hosted takes in names; no way up. Bytes are kept under names of our own. */
const namePattern = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w/!.*'() &$@=;:+,?-]{1,1024}$/

async function upload({ sql, files, sizeLimit }: Service, call: Call): Promise<Response> {
  const { request, caller, name } = call
  if (!namePattern.test(name)) refuse('InvalidKey', `Invalid key: ${name}`)
  const bucket = await readBucket(sql, call.bucket)
  const file = await readUpload(request, sizeLimitOf(bucket, sizeLimit))
  checkMimeType(bucket, file.mimetype)
  const version = randomUUID()
  try {
    const { id, replaced } = await putObject(sql, caller, {
      bucketId: bucket.id,
      name,
      metadata: describe(file),
      upsert: request.method === 'PUT' || request.headers.get('x-upsert') === 'true',
      version,
      store: () => files.write(version, file.bytes),
    })
    await files.remove([replaced])
    return jsonResponse({ Key: `${bucket.id}/${name}`, Id: id })
  } catch (error) {
    await files.remove([version])
    throw error
  }
}

async function downloadPublic({ sql, files }: Service, call: Call): Promise<Response> {
  const bucket = await readBucket(sql, call.bucket)
  if (!bucket.public) refuse('NoSuchBucket', 'Bucket not found')
  return objectResponse(
    call.request,
    call.url,
    await readObject(sql, 'anyone', bucket.id, call.name, ''),
    files,
  )
}

async function download({ sql, files }: Service, call: Call): Promise<Response> {
  const object = await findForCaller(sql, call, 'storage.object.get_authenticated')
  return objectResponse(call.request, call.url, object, files)
}

async function info({ sql }: Service, call: Call): Promise<Response> {
  const { id, name, version, metadata, created_at } = await findForCaller(
    sql,
    call,
    'storage.object.info_authenticated',
  )
  return jsonResponse({
    id,
    name,
    version,
    bucket_id: call.bucket,
    size: metadata?.size,
    content_type: metadata?.mimetype,
    cache_control: metadata?.cacheControl,
    etag: metadata?.eTag,
    last_modified: metadata?.lastModified,
    created_at,
    metadata: {},
  })
}

async function findForCaller(sql: Database, call: Call, operation: string): Promise<StoredObject> {
  const bucket = await readBucket(sql, call.bucket)
  return readObject(sql, bucket.public ? 'anyone' : call.caller, bucket.id, call.name, operation)
}

async function downloadSigned({ sql, files, links }: Service, call: Call): Promise<Response> {
  const verdict = await links.check(call.url.searchParams.get('token') ?? '', `${call.bucket}/${call.name}`)
  if (verdict === 'expired') refuse('InvalidJWT', '"exp" claim timestamp check failed')
  if (verdict === 'forged') refuse('InvalidSignature', 'The signature of this link is not valid')
  const object = await readObject(sql, 'anyone', call.bucket, call.name, '')
  return objectResponse(call.request, call.url, object, files)
}

const secondsSchema = z.number().int().positive()
const signSchema = z.object({ expiresIn: secondsSchema })

async function sign(service: Service, call: Call): Promise<Response> {
  const { expiresIn } = await readJson(call.request, signSchema)
  return jsonResponse({ signedURL: await signOne(service, call, call.name, expiresIn) })
}

const signManySchema = z.object({ expiresIn: secondsSchema, paths: z.array(z.string()).max(500) })

async function signMany(service: Service, call: Call): Promise<Response> {
  const { expiresIn, paths } = await readJson(call.request, signManySchema)
  const results = await Promise.all(
    paths.map(async (path) => {
      try {
        return { error: null, path, signedURL: await signOne(service, call, path, expiresIn) }
      } catch {
        return {
          error: 'Either the object does not exist or you do not have access to it',
          path,
          signedURL: null,
        }
      }
    }),
  )
  return jsonResponse(results)
}

async function signOne({ sql, links }: Service, call: Call, name: string, seconds: number): Promise<string> {
  await readBucket(sql, call.bucket)
  await readObject(sql, call.caller, call.bucket, name, 'storage.object.sign')
  const path = `${call.bucket}/${name}`
  const token = await links.sign(path, seconds)
  return `/object/sign/${path.split('/').map(encodeURIComponent).join('/')}?token=${token}`
}

const removeSchema = z.object({ prefixes: z.array(z.string()).max(1000) })

async function remove({ sql, files }: Service, call: Call): Promise<Response> {
  const { prefixes } = await readJson(call.request, removeSchema)
  const bucket = await readBucket(sql, call.bucket)
  const removed = await removeObjects(sql, call.caller, bucket.id, prefixes)
  await files.remove(removed.map((object) => object.version))
  return jsonResponse(removed.map((object) => ({ ...object, bucket_id: bucket.id })))
}

async function dropBucket({ sql }: Service, call: Call): Promise<Response> {
  await removeBucket(sql, call.caller, call.bucket)
  return jsonResponse({ message: 'Successfully deleted' })
}

const listSchema = z.object({
  prefix: z.string().default(''),
  search: z.string().default(''),
  limit: z.number().int().min(1).max(10_000).default(100),
  offset: z.number().int().min(0).default(0),
  sortBy: z
    .object({
      column: z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at']).default('name'),
      order: z.string().default('asc'),
    })
    .prefault({}),
})

async function list({ sql }: Service, call: Call): Promise<Response> {
  const { prefix: folder, search, limit, offset, sortBy } = await readJson(call.request, listSchema)
  const bucket = await readBucket(sql, call.bucket)
  const entries = await listObjects(sql, call.caller, bucket.id, {
    folder: folder === '' || folder.endsWith('/') ? folder : `${folder}/`,
    search,
    limit,
    offset,
    column: sortBy.column,
    descending: sortBy.order === 'desc',
  })
  return jsonResponse(entries)
}

async function readJson<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const text = await request.text()
  if (text.includes('\\u0000')) refuse('InvalidRequest', 'A text must not contain the NUL character')
  const parsed = schema.safeParse(parseJson(text))
  return parsed.success ? parsed.data : refuse('InvalidRequest', z.prettifyError(parsed.error))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function jsonResponse(body: unknown): Response {
  return Response.json(body, { headers: { 'cache-control': 'no-store' } })
}
