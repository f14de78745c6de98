/** Reads and writes rows of `storage.objects`, always as the caller, so that the project's row policies decide. */
import { randomUUID } from 'node:crypto'
import type { Database, Db } from './database.ts'
import type { Claims } from './keys.ts'
import { refuse } from './storage-errors.ts'

export type Bucket = {
  id: string
  public: boolean
  file_size_limit: string | number | null
  allowed_mime_types: string[] | null
}

/** Describes the stored metadata of an object's bytes, under hosted's names. */
export type Metadata = {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: 200
}

export type StoredObject = {
  id: string
  name: string
  version: string | null
  metadata: Metadata | null
  created_at: Date
  updated_at: Date
  last_accessed_at: Date
}

/**
 * Runs `work` in a transaction with the caller's role and claims.
 * @param operation hosted's name of what is being done, for policies that ask `storage.operation()`
 */
export async function asCaller<T>(
  sql: Database,
  caller: Claims,
  operation: string,
  work: (db: Db) => PromiseLike<T>,
): Promise<T> {
  const { value } = await sql.begin(async (db) => {
    await become(db, caller, operation)
    return { value: await work(db) }
  })
  return value
}

async function become(db: Db, caller: Claims, operation: string): Promise<void> {
  await db`
    select set_config('role', ${caller.role}, true), set_config('request.jwt.claims', ${JSON.stringify(caller)}, true),
      set_config('storage.operation', ${operation}, true)`
}

/** @throws the refusal 404. */
export async function readBucket(sql: Database, id: string): Promise<Bucket> {
  const [bucket] = await sql<Bucket[]>`
    select id, public, file_size_limit, allowed_mime_types from storage.buckets where id = ${id}`
  return bucket ?? refuse('NoSuchBucket', 'Bucket not found')
}

/** Reads an object that the caller may see; in a public bucket everybody may. @throws the refusal 404. */
export async function readObject(
  sql: Database,
  caller: Claims | 'anyone',
  bucketId: string,
  name: string,
  operation: string,
): Promise<StoredObject> {
  const select = (db: Db) => db<StoredObject[]>`
    select id, name, version, metadata, created_at, updated_at, last_accessed_at
    from storage.objects where bucket_id = ${bucketId} and name = ${name}`
  const [found] = caller === 'anyone' ? await select(sql) : await asCaller(sql, caller, operation, select)
  return found ?? refuse('NoSuchKey', 'Object not found')
}

export type NewObject = {
  bucketId: string
  name: string
  metadata: Metadata
  upsert: boolean
  version: string
  /** Stores the bytes, once the row was let in. */
  store: () => Promise<void>
}

/**
 * Puts an object in place, if the policies let the caller. As on hosted a new one needs a policy for insert alone.
 * @returns its id, and the version that it replaced
 */
export async function putObject(
  sql: Database,
  caller: Claims,
  object: NewObject,
): Promise<{ id: string; replaced: string | null }> {
  const { bucketId, name } = object
  const owner = caller.role === 'service_role' ? null : (caller.sub ?? null)
  const newId = randomUUID()
  const [existing] = await sql.begin(async (db) => {
    const found = await db<{ id: string; version: string | null }[]>`
      select id, version from storage.objects where bucket_id = ${bucketId} and name = ${name} for update`
    await become(db, caller, 'storage.object.upload')
    await db`
      insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata)
      values (${newId}, ${bucketId}, ${name}, ${owner}, ${owner}, ${object.version}, ${db.json(object.metadata)})
      ${
        object.upsert
          ? db`on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
              version = excluded.version, metadata = excluded.metadata, updated_at = now(), last_accessed_at = now()`
          : db``
      }`
    await object.store()
    return found
  })
  return { id: existing?.id ?? newId, replaced: existing?.version ?? null }
}

/** Removes the objects that the caller may remove and returns them. */
export async function removeObjects(
  sql: Database,
  caller: Claims,
  bucketId: string,
  names: string[],
): Promise<StoredObject[]> {
  return asCaller(
    sql,
    caller,
    'storage.object.delete_many',
    async (db) => db<StoredObject[]>`
      delete from storage.objects where bucket_id = ${bucketId} and name = any(${names}::text[])
      returning id, name, version, metadata, created_at, updated_at, last_accessed_at`,
  )
}

/**
 * Removes a bucket that is empty, as the caller.
 * @throws the refusal 409 for one that is not; 404 for one that is not there for the caller
 */
export async function removeBucket(sql: Database, caller: Claims, id: string): Promise<void> {
  const [object] = await sql`select 1 from storage.objects where bucket_id = ${id} limit 1`
  if (object) refuse('InvalidRequest', 'The bucket you tried to delete is not empty')
  const removed = await asCaller(
    sql,
    caller,
    'storage.bucket.delete',
    async (db) => db`delete from storage.buckets where id = ${id} returning id`,
  )
  if (removed.length === 0) refuse('NoSuchBucket', 'Bucket not found')
}

export type Listing = {
  /** Holds '' or a folder with a slash at its end. */
  folder: string
  search: string
  limit: number
  offset: number
  column: 'name' | 'created_at' | 'updated_at' | 'last_accessed_at'
  descending: boolean
}

type Entry = Omit<StoredObject, 'id' | 'version' | 'created_at' | 'updated_at' | 'last_accessed_at'> & {
  id: string | null
  created_at: Date | null
  updated_at: Date | null
  last_accessed_at: Date | null
}

/** Lists what is directly in a folder: objects and subfolders, sorted together by name. A subfolder has only a name. */
export async function listObjects(
  sql: Database,
  caller: Claims,
  bucketId: string,
  listing: Listing,
): Promise<Entry[]> {
  return asCaller(sql, caller, 'storage.object.list', async (db) => {
    const order = listing.descending ? db`desc` : db`asc`
    const byColumn = listing.column === 'name' ? db`` : db`kind, ${db(listing.column)} ${order},`
    return db<Entry[]>`
      with inside as (
        select *, substr(name, ${listing.folder.length + 1}::int) as rest from storage.objects
        where bucket_id = ${bucketId} and starts_with(name, ${listing.folder})
      ), entries as (
        select distinct 0 as kind, split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as created_at,
          null::timestamptz as updated_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
        from inside where position('/' in rest) > 0
        union all
        select 1, rest, id, created_at, updated_at, last_accessed_at, metadata
        from inside where position('/' in rest) = 0 and rest <> ''
      )
      select name, id, created_at, updated_at, last_accessed_at, metadata from entries
      where starts_with(lower(name), lower(${listing.search}))
      order by ${byColumn} name collate "C" ${order}
      limit ${listing.limit} offset ${listing.offset}`
  })
}
