/** Parses what the embedded stack needs of `supabase/config.toml`, which the CLI and hosted projects read too. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { type AuthConfig, readAuthConfig } from './auth-config.ts'
import { StackError } from './stack-error.ts'

const units: Record<string, number> = {
  B: 1,
  KB: 1000,
  MB: 1e6,
  GB: 1e9,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
}

const size = z
  .string()
  .regex(/^\d+(B|KB|MB|GB|KiB|MiB|GiB)$/)
  .transform((text) => Number.parseInt(text, 10) * (units[text.replace(/^\d+/, '')] ?? 1))

const configSchema = z.object({
  storage: z.object({ file_size_limit: size.prefault('50MiB') }).prefault({}),
  functions: z.record(z.string(), z.object({ verify_jwt: z.boolean().default(true) })).default({}),
  auth: z.unknown(),
})

export type StackConfig = {
  auth: AuthConfig
  /** Limits the bytes of one stored file. */
  fileSizeLimit: number
  /** Lists the functions that config.toml names, and whether they demand a person's token. */
  verifyJwt: Map<string, boolean>
}

/**
 * Reads the configuration and the mail templates that it names.
 * @param projectDir the repository
 * @throws a StackError that names the setting when one is wrong or not supported
 */
export function readStackConfig(projectDir: string): StackConfig {
  const toml = parse(readFileSync(join(projectDir, 'supabase/config.toml'), 'utf8'))
  const parsed = configSchema.safeParse(toml)
  if (!parsed.success) throw new StackError(`supabase/config.toml: ${z.prettifyError(parsed.error)}`)
  const { storage, functions, auth } = parsed.data
  return {
    auth: readAuthConfig(auth, projectDir),
    fileSizeLimit: storage.file_size_limit,
    verifyJwt: new Map(Object.entries(functions).map(([name, { verify_jwt }]) => [name, verify_jwt])),
  }
}
