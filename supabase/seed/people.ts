import { faker } from '@faker-js/faker'
import { createClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'

/** The password of the demo accounts. They exist outside production only and are printed at start. */
export const demoPassword = 'Jouvay2026'

/** Lists the accounts for signing in, and what each is for. */
export const demoAccounts = [
  { username: 'ada', displayName: 'Ada Baptiste', role: 'admin', purpose: 'runs the brand' },
  { username: 'moe', displayName: 'Moe Francis', role: 'moderator', purpose: 'keeps the peace, may scan' },
  { username: 'dex', displayName: 'Dex Alleyne', role: 'member', purpose: 'scans at the door' },
  { username: 'mia', displayName: 'Mia Joseph', role: 'member', purpose: 'buys tickets' },
] as const

const crowdSize = 120

/** How long ago the brand began, in days. Its first accounts are those of the demo. */
const brandAge = 215
const day = 86_400_000

/** A person the seed made: the account's id, what an order of theirs says, and when they joined. */
export type Person = { id: string; username: string; displayName: string; email: string; joinedAt: Date }

/** Decides when a person joined: more in each month than in the one before. */
function joinedAt(place: number, now: Date): Date {
  const member = Math.max(0, place - demoAccounts.length)
  const ago = brandAge * (1 - (member / crowdSize) ** 0.7) + (place < demoAccounts.length ? 1 : 0)
  // Not all at one time of the day.
  return new Date(now.getTime() - Math.max(0.01, ago) * day - ((place * 37) % 61) * 60_000)
}

const nameParts = {
  first: [
    'Aaliyah',
    'Andre',
    'Anika',
    'Carlton',
    'Chantal',
    'Dwayne',
    'Esther',
    'Fabian',
    'Giselle',
    'Ife',
    'Jada',
    'Kemar',
    'Keisha',
    'Latoya',
    'Marlon',
    'Natalie',
    'Olu',
    'Renée',
    'Shanice',
    'Tariq',
    'Yusuf',
    'Zora',
  ],
  last: [
    'Alexander',
    'Bishop',
    'Campbell',
    'Charles',
    'Clarke',
    'Desir',
    'Edwards',
    'Gordon',
    'Henry',
    'Jean-Baptiste',
    'Khan',
    'Lewis',
    'Maharaj',
    'Okafor',
    'Pierre',
    'Ramsay',
    'Singh',
    'Thompson',
    'Williams',
    'Wright',
  ],
}

/**
 * Makes the demo accounts and a crowd of members through the Auth admin API, as on a hosted project, then gives them
 * their names and roles. Accounts that exist are left alone. The crowd has no password: no one can sign in as them.
 * @returns every seeded person, demo accounts first, in the same order on every run
 */
export async function seedPeople(input: {
  url: string
  secretKey: string
  sql: Sql
  now: Date
}): Promise<Person[]> {
  const auth = createClient(input.url, input.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  }).auth.admin
  const wanted = [
    ...demoAccounts.map(({ username, displayName }) => ({ username, displayName, password: demoPassword })),
    ...Array.from({ length: crowdSize }, (_, index) => {
      const first = faker.helpers.arrayElement(nameParts.first)
      const last = faker.helpers.arrayElement(nameParts.last)
      const plain = `${first}.${last}`
        .normalize('NFD')
        .replace(/[^A-Za-z.]/g, '')
        .toLowerCase()
      return {
        username: `${plain.slice(0, 24)}${index}`,
        displayName: `${first} ${last}`,
        password: undefined,
      }
    }),
  ].map((person, place) => ({
    ...person,
    email: `${person.username}@jouvay.example`,
    joinedAt: joinedAt(place, input.now),
  }))

  const existing = new Map(
    (
      await input.sql<
        { id: string; email: string }[]
      >`select id, email from auth.users where email like '%@jouvay.example'`
    ).map((row) => [row.email, row.id]),
  )
  const people: Person[] = []
  const made: string[] = []
  for (let start = 0; start < wanted.length; start += 8) {
    const batch = await Promise.all(
      wanted.slice(start, start + 8).map(async ({ password, ...person }) => {
        const known = existing.get(person.email)
        if (known) return { ...person, id: known }
        const { data, error } = await auth.createUser({ email: person.email, password, email_confirm: true })
        if (error || !data.user)
          throw new Error(`could not make the account of ${person.username}: ${error?.message}`)
        made.push(data.user.id)
        return { ...person, id: data.user.id }
      }),
    )
    people.push(...batch)
  }
  const roles = new Map<string, string>(demoAccounts.map(({ username, role }) => [username, role]))
  await input.sql`
    insert into public.profiles ${input.sql(
      people.map(({ id, username, displayName, joinedAt }) => ({
        id,
        username,
        display_name: displayName,
        email_verified_at: joinedAt,
      })),
    )}
    on conflict (id) do update set username = excluded.username, display_name = excluded.display_name, email_verified_at = excluded.email_verified_at`
  // Accounts that were there before keep their day.
  await input.sql`
    with joined as (
      update public.profiles p set created_at = p.email_verified_at where p.id = any (${made}) returning p.id, p.created_at
    )
    update auth.users u set created_at = j.created_at from joined j where u.id = j.id`
  await input.sql`
    insert into private.user_roles ${input.sql(people.map(({ id, username }) => ({ user_id: id, role: roles.get(username) ?? 'member' })))}
    on conflict (user_id) do update set role = excluded.role`
  return people
}
