/** Runs auth, storage, edge functions and the mailbox, each with what it needs of the running stack. */
import { join } from 'node:path'
import { createAuth } from './auth.ts'
import { createFailures } from './auth-failures.ts'
import { createSendMail } from './auth-mail.ts'
import { readStackConfig } from './config.ts'
import { openDatabase } from './database.ts'
import { createFunctions } from './functions.ts'
import type { Service } from './gateway.ts'
import type { Keys } from './keys.ts'
import { type Mailbox, startMailbox } from './mailbox.ts'
import { createStorage } from './storage.ts'

export type OtherServices = {
  auth: Service
  storage: Service
  functions: Service
  mailbox: Mailbox
  stop(): Promise<void>
}

/**
 * Starts them.
 * @param options.port the stack's; the mailbox takes the third and fourth port after it
 * @param options.database where Postgres is, and the password of the stack's own roles
 * @throws a StackError with one sentence for a setting that is wrong or a port that is taken
 */
export async function startOtherServices(options: {
  projectDir: string
  dataDir: string
  url: string
  port: number
  siteUrl: string
  keys: Keys
  database: { port: number; secret: string }
}): Promise<OtherServices> {
  const { keys, database, projectDir } = options
  const config = readStackConfig(projectDir)
  const mailbox = await startMailbox(
    { web: options.port + 3, smtp: options.port + 4 },
    { url: `${options.siteUrl}/api/mail/events/local`, secretKey: keys.secretKey },
  )
  const open = (user: string, size: number) =>
    openDatabase({ user, size, port: database.port, password: database.secret })
  const authSql = open('supabase_auth_admin', 6)
  const storageSql = open('supabase_storage_admin', 4)
  const functions = createFunctions({
    projectDir,
    folder: join(projectDir, 'supabase/functions'),
    url: options.url,
    keys,
    verifyJwt: config.verifyJwt,
  })
  return {
    auth: createAuth({
      sql: authSql,
      keys,
      issuer: `${options.url}/auth/v1`,
      siteUrl: options.siteUrl,
      config: config.auth,
      failures: createFailures(),
      send: createSendMail(mailbox.smtpUrl, `Jouvay <hello@${new URL(options.siteUrl).hostname}>`),
    }),
    storage: createStorage({
      sql: storageSql,
      folder: join(options.dataDir, 'storage'),
      secret: keys.secretKey,
      sizeLimit: config.fileSizeLimit,
    }),
    functions: functions.fetch,
    mailbox,
    async stop() {
      await Promise.all([functions.stop(), mailbox.close(), authSql.end(), storageSql.end()])
    },
  }
}
