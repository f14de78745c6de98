import { parseArgs } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import * as z from 'zod'
import { command, StartError } from '../tools/processes.ts'
import { readSettings } from '../tools/settings.ts'
import { findProject } from './local-stack.ts'

/** `npm run admin -- EMAIL`: makes the account of a confirmed address admin. The first one can be made in no other way. */

const outcomeSchema = z.enum(['made', 'already', 'unproven', 'unknown'])

/**
 * Makes an account admin.
 * @param project address and secret key of the Supabase project
 * @returns what happened, in one sentence
 * @throws StartError when no account has proved the address, or the project can't be asked
 */
export async function appointAdmin(
  { url, secretKey }: { url: string; secretKey: string },
  email: string,
  siteUrl: string,
): Promise<string> {
  const client = createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { data, error } = await client.rpc('appoint_admin', { p_email: email })
  if (error)
    throw new StartError(
      `${url} didn't take the command (${error.message}): npm run doctor says what is wrong.`,
    )
  switch (outcomeSchema.parse(data)) {
    case 'made':
      return `${email} is admin now: ${siteUrl}/admin shows the first steps.`
    case 'already':
      return `${email} is admin already.`
    case 'unproven':
      throw new StartError(
        `${email} isn't confirmed yet: enter it once more at ${siteUrl}/settings under Email, open the link in the mail, then run this again.`,
      )
    case 'unknown':
      throw new StartError(
        `Nobody has registered with ${email}: register at ${siteUrl}, confirm the address under Email at ${siteUrl}/settings, then run this again.`,
      )
  }
}

if (import.meta.main) {
  await command(async () => {
    const [email, ...others] = parseArgs({ allowPositionals: true }).positionals
    if (!email?.includes('@') || others.length > 0)
      throw new StartError('Name the address of one account: npm run admin -- you@example.com.')
    const settings = readSettings()
    console.log(await appointAdmin(await findProject(settings), email, settings.SITE_URL))
  })
}
