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

/** What people say in the thread of an event, by its mode: the author, minutes before or after the moment of the mode, and the text. */
const threads: Record<
  'hype' | 'recap' | 'locked',
  readonly [author: number, minutes: number, body: string][]
> = {
  hype: [
    [5, -600, 'Counting the days. Who else is coming **straight from work**?'],
    [14, -420, 'First time at this one. Is coat check cash only?'],
    [33, -95, "Line-up is _serious_ this year. I'm there at doors."],
    [47, -50, 'Parking on the side streets is gone by ten. Take the train.'],
    [71, -20, 'Two of us from Jersey, first drink is on whoever knows the back bar.'],
  ],
  recap: [
    [
      9,
      40,
      'My feet are gone. Worth every step.\n\n- best set: the second one\n- best outfit: the gold fringe',
    ],
    [22, 180, 'Found a silver hoop earring by the bar. Tell me what is engraved on it and it is yours.'],
    [41, 300, 'Whoever filmed the last song: please post it here.'],
    [58, 420, 'Thank you to security who walked my sister to her car at three in the morning.'],
    [76, 900, 'Lost: a black shawl with gold thread, left on the balcony. It was my grandmother’s.'],
  ],
  locked: [
    [17, 600, 'Same time next year. I already asked for the day off.'],
    [29, 1500, 'Found my earring, thank you to the person at the coat check. You know who you are.'],
    [64, 2900, 'Still hoarse. No regrets.'],
  ],
}

type Said = {
  id: string
  author_id: string
  body: string
  created_at: Date
  event_id?: string | null
  post_id?: string | null
  reply_to?: string | null
  topic?: string | null
  is_official?: boolean
  pinned_at?: Date | null
  status?: string
}

/** Chooses the event whose thread is in each mode: the next one, the last one that ended, and one that ended long ago. */
async function threadEvents(sql: Sql, now: Date) {
  const [row] = await sql<
    {
      hype: string | null
      recap: string | null
      locked: string | null
      recap_at: Date | null
      locked_at: Date | null
      live: string | null
    }[]
  >`
    with open as (select * from public.events where visibility = 'public' and not is_test and status in ('published', 'archived'))
    select (select id from open where doors_at > ${now} and status = 'published' order by doors_at limit 1) as hype,
      (select id from open where doors_at <= ${now} and ends_at > ${now} order by doors_at limit 1) as live,
      (select id from open where ends_at < ${now} order by ends_at desc limit 1) as recap,
      (select ends_at from open where ends_at < ${now} order by ends_at desc limit 1) as recap_at,
      (select id from open where ends_at < ${now}::timestamptz - interval '31 days' order by ends_at desc limit 1) as locked,
      (select ends_at from open where ends_at < ${now}::timestamptz - interval '31 days' order by ends_at desc limit 1) as locked_at`
  return row ?? null
}

/** Lets people say something in the community: posts, threads of events, comments and reactions. A second run moves the dates. */
export async function seedPosts(sql: Sql, people: Person[], now: Date): Promise<void> {
  const personAt = (place: number) => people[place]?.id ?? ''
  const before = (ago: number) => new Date(now.getTime() - ago)
  const rows: Said[] = [...posts, hidden].map(([author, ago, body], place) => ({
    id: namedId(`post:${place}`),
    author_id: personAt(author),
    created_at: before(ago),
    body,
    status: author === hidden[0] ? 'removed' : 'published',
  }))
  const events = await threadEvents(sql, now)
  const say = (name: string, said: Omit<Said, 'id'>) => {
    rows.push({ id: namedId(`post:${name}`), ...said })
    return namedId(`post:${name}`)
  }
  say('news', {
    author_id: personAt(0),
    body: '**Two more rooms for the next one.** Tickets you already have open both doors.',
    created_at: before(26 * hour),
    is_official: true,
    pinned_at: before(26 * hour),
  })
  for (const [mode, lines] of Object.entries(threads) as [keyof typeof threads, (typeof threads)['hype']][]) {
    const event = events?.[mode]
    const at = mode === 'hype' ? now : mode === 'recap' ? events?.recap_at : events?.locked_at
    if (!event || !at) continue
    for (const [author, minutes, body] of lines)
      say(`${mode}:${author}`, {
        author_id: personAt(author),
        event_id: event,
        body,
        created_at: new Date(Math.min(at.getTime() + minutes * minute, now.getTime() - minute)),
        topic: mode === 'recap' && (author === 22 || author === 76) ? 'lost_and_found' : null,
      })
  }
  await seedLiveThread(sql, events?.live ?? null, say, before)
  const talk = namedId('post:2')
  const answer = say('comment:1', {
    author_id: personAt(12),
    post_id: talk,
    body: 'Me! Meet by the pharmacy?',
    created_at: before(90 * minute),
  })
  say('comment:2', {
    author_id: personAt(3),
    post_id: talk,
    reply_to: answer,
    body: '9:30 by the pharmacy. Wear something bright.',
    created_at: before(80 * minute),
  })
  say('comment:3', {
    author_id: personAt(50),
    post_id: talk,
    body: 'Coming from Canarsie, see you there.',
    created_at: before(70 * minute),
  })
  for (const { author_id, ...row } of rows) {
    await sql`
      insert into public.posts ${sql({ event_id: null, post_id: null, reply_to: null, topic: null, is_official: false, pinned_at: null, status: 'published', ...row, author_id: row.is_official ? null : author_id })}
      on conflict (id) do update set created_at = excluded.created_at`
    if (row.is_official)
      await sql`insert into private.official_posts (post_id, author_id) values (${row.id}, ${author_id}) on conflict do nothing`
  }
  await seedReactions(sql, people, rows)
}

/** Lets people who are inside write during the night, where an event is on. */
async function seedLiveThread(
  sql: Sql,
  event: string | null,
  say: (name: string, said: Omit<Said, 'id'>) => string,
  before: (ago: number) => Date,
) {
  if (!event) return
  const inside = await sql<{ id: string }[]>`
    select distinct k.owner_id as id from public.tickets k join public.entries n on n.ticket_id = k.id
    join public.profiles p on p.id = k.owner_id
    where k.event_id = ${event} and private.ticket_is_valid(k.status) order by 1 limit 4`
  const lines = [
    'Room two is a steam bath. Bring water.',
    'Selector just pulled it up **three times**.',
    'Line at the door is ten minutes, the left side moves faster.',
    'Back bar has space. Front bar does not.',
  ]
  for (const [place, { id }] of inside.entries())
    say(`live:${place}`, {
      author_id: id,
      event_id: event,
      body: lines[place] ?? 'Here!',
      created_at: before((8 + place * 7) * minute),
    })
}

/** Lets people react: more to some posts than to others, the same on every run. */
async function seedReactions(sql: Sql, people: Person[], said: Said[]) {
  const kinds = ['fire', 'love', 'dance', 'laugh', 'wow', 'sad'] as const
  const rows = said.flatMap(({ id, author_id }, place) =>
    Array.from({ length: (place * 7) % 11 }, (_, n) => ({
      post_id: id,
      user_id: people[(place * 13 + n * 3 + 20) % 90]?.id ?? '',
      reaction: kinds[(place + n * n) % (place % 3 === 0 ? 2 : 4)] ?? 'fire',
    })).filter(({ user_id }) => user_id !== '' && user_id !== author_id),
  )
  await sql`insert into public.post_reactions ${sql(rows)} on conflict do nothing`
}
