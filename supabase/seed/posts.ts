import type { Sql } from 'postgres'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Lists the posts: the author (their place among the seeded people), how long ago in milliseconds, and the text. */
const posts: readonly [author: number, ago: number, body: string][] = [
  [
    0,
    25 * minute,
    "Dutty Friday: doors at ten, Crown Room. Bring your ID, eat something first, drink water. The main room doesn't stop.",
  ],
  [11, 48 * minute, 'Bass Culture right now. I can feel my teeth. Free ear plugs at the bar, take them.'],
  [
    3,
    2 * hour,
    "Who's going to Dutty Friday from Flatbush? There are four of us taking the 9:40 Q. Come with.",
  ],
  [27, 5 * hour, 'Two rooms, one pair of shoes. Pray for me.'],
  [
    1,
    20 * hour,
    'Reminder: your tickets live here, under My Tickets. A screenshot from a stranger is not a ticket.',
  ],
  [
    44,
    day + 3 * hour,
    "My first J'ouvert is coming. What do I wear that I never need again? And does the paint come out of braids?",
  ],
  [
    62,
    day + 2 * hour,
    'Old tee, old shorts, coconut oil on everything before you leave the house. The oil is the whole trick.',
  ],
  [8, 4 * day, 'The Sunrise cap survived the sea at Red Hook, two washes and my nephew. Worth it.'],
  [
    35,
    7 * day,
    'Lovers Rock Social: three hours of vinyl and nobody looked at a phone. More of these, please.',
  ],
  [
    51,
    13 * day,
    'Last Lap recap: 38 coolers, 1 lost slipper (left foot, gold). It is at my place if it is yours.',
  ],
  [
    19,
    27 * day,
    'Sak pase fanmi! Kompa Sous La Lune te bèl anpil. Ki moun ki te filme dènye chante a?\n\nWho has video of the last song? I was busy dancing with my mother.',
  ],
  [
    73,
    34 * day,
    'Cup Night went to the right sound. I said what I said. Round three was the best dub I have heard in this city.',
  ],
]

/** A post that a moderator hid: by the member who is suspended for it. */
const hidden: (typeof posts)[number] = [
  95,
  3 * day,
  "2x Brooklyn Bashment, 150 each, cash at the corner. Don't message, just come.",
]

/** Lets people say something in the community. A second run moves the dates. */
export async function seedPosts(sql: Sql, people: Person[], now: Date): Promise<void> {
  const rows = [...posts, hidden].map(([author, ago, body]) => ({
    author_id: people[author]?.id ?? null,
    created_at: new Date(now.getTime() - ago),
    body,
    status: author === hidden[0] ? 'removed' : 'published',
  }))
  await sql`
    insert into public.posts ${sql(rows.map((row, place) => ({ id: namedId(`post:${place}`), ...row })))}
    on conflict (id) do update set created_at = excluded.created_at`
}
