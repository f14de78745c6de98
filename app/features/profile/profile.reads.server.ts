import { type RequestArgs, readIdentity } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { ownProfileSchema, type Profile } from './profile.types.ts'

/** Reads the person's own profile. @throws for visitors */
export async function readProfile(args: RequestArgs): Promise<Profile> {
  const own = await readIdentity(args)
  const { data, error } = await userClient(args)
    .from('profiles')
    .select('displayName:display_name, username, bio, city')
    .eq('id', own?.id ?? '')
    .single()
  if (error) throw error
  return ownProfileSchema.parse(data)
}
