import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import sharp from 'sharp'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

const art = new URL('../../public/art/', import.meta.url)
const minute = 60_000
const hour = 60 * minute

type Picture = { of: string; alt: string }

/** Posts with pictures: the author (their place among the people), minutes ago, the text, and which of the brand's drawings they show. */
const withPictures: readonly [author: number, ago: number, body: string, pictures: Picture[]][] = [
  [
    30,
    95,
    'Flyer is up on my fridge. Countdown started.',
    [{ of: 'pan-in-the-park', alt: 'A flyer: five steelpans that stand on a lawn like flowers' }],
  ],
  [
    54,
    9 * 60,
    'The drop came in. Cap for me, rag for my mother, tee for whoever behaves.',
    [
      { of: 'sunrise-cap', alt: 'A night-blue cap with an embroidered sun' },
      { of: 'jouvay-rag', alt: 'A magenta rag with the sun in its middle and dots around it' },
      { of: 'road-tee', alt: 'A bone-white tee with the sun on its chest' },
    ],
  ],
  [
    68,
    8 * 24 * 60,
    'Wall art goals. Who drew these?',
    [
      { of: 'lovers-rock-social', alt: 'A poster: two records so close that they overlap' },
      { of: 'kompa-sous-la-lune', alt: 'A poster: two crescent moons that hold each other like dancers' },
    ],
  ],
]

const link = {
  url: 'https://example.org/steelpan',
  title: 'How the steelpan came from the yards of Laventille',
  description: 'Oil drums, a hammer and sixty years of arguments about who was first.',
  site: 'example.org',
}

/** What many people say under one post, so that it has more than a page. */
const answers = [
  'I can leave at nine. Save me a seat.',
  'Driving in from Queens, two free seats.',
  'Meet at Nostrand, I will be the one in yellow.',
  'Who has the early bird? I missed it by a day.',
  'The Q was packed last time, take the 2.',
  'We are eight now. Someone make a group.',
  'I am bringing my cousin, she has never been.',
  'Comfortable shoes, people. Learn from me.',
]

/** Stores a drawing as the picture of a post. @returns its row */
async function storePicture(input: { url: string; secretKey: string }, file: string, name: string) {
  const { data, info } = await sharp(await readFile(new URL(file, art)))
    .webp({ quality: 78 })
    .toBuffer({ resolveWithObject: true })
  const client = createClient(input.url, input.secretKey, { auth: { persistSession: false } })
  const { error } = await client.storage
    .from('posts')
    .upload(`${name}.webp`, data, { contentType: 'image/webp', cacheControl: '0', upsert: true })
  if (error) throw error
  return { picture_name: name, width: info.width, height: info.height }
}

/**
 * Adds to the community what makes posts more than a line: pictures, people who are mentioned, the preview of a link, and one post that
 * so many people answer that its comments have more than a page. A second run moves the dates.
 */
export async function seedPostExtras(
  input: { url: string; secretKey: string },
  sql: Sql,
  people: Person[],
  now: Date,
): Promise<void> {
  const idOf = (place: number) => people[place]?.id ?? ''
  const say = async (name: string, said: Record<string, unknown>) => {
    const id = namedId(`post:${name}`)
    await sql`insert into public.posts ${sql({ id, ...said })}
      on conflict (id) do update set created_at = excluded.created_at`
    return id
  }
  const files = await readdir(art)
  for (const [author, ago, body, pictures] of withPictures) {
    const created_at = new Date(now.getTime() - ago * minute)
    const post = await say(`pictures:${author}`, { author_id: idOf(author), body, created_at })
    for (const [at, { of, alt }] of pictures.entries()) {
      const name = createHash('md5').update(`post picture:${of}`).digest('hex')
      const file = files.find(
        (one) => one.startsWith(`${of}-`) && /^-[0-9a-f]{12}-square\.jpg$/.test(one.slice(of.length)),
      )
      const [known] = await sql`select 1 from public.post_pictures where picture_name = ${name}`
      if (!file || known) continue
      const row = await storePicture(input, file, name)
      await sql`insert into public.post_pictures ${sql({ ...row, post_id: post, position: at + 1, alt })}`
    }
  }
  await seedMention(sql, people, say, now)
  const talk = namedId('post:2')
  const first = namedId('post:comment:1')
  for (let place = 0; place < 26; place++)
    await say(`answer:${place}`, {
      author_id: idOf(20 + ((place * 7) % 60)),
      post_id: talk,
      // a dozen of them answer the first comment
      reply_to: place % 2 === 0 && place < 24 ? first : null,
      body: answers[place % answers.length],
      created_at: new Date(now.getTime() - (65 - place * 2) * minute),
    })
}

/** A post that mentions Mia and one that links to a page, with its preview. */
async function seedMention(
  sql: Sql,
  people: Person[],
  say: (name: string, said: Record<string, unknown>) => Promise<string>,
  now: Date,
): Promise<void> {
  const mia = people.find(({ username }) => username === 'mia')?.id ?? ''
  await sql`update public.profiles set card_public = true where id = ${mia}`
  const mention = await say('mention', {
    author_id: people[37]?.id,
    body: '@mia your playlist got us through the whole bus ride. _Same seats next time?_',
    created_at: new Date(now.getTime() - 70 * minute),
  })
  await sql`insert into public.post_mentions (post_id, user_id, told_at) values (${mention}, ${mia}, ${now})
    on conflict do nothing`
  const linked = await say('link', {
    author_id: people[46]?.id,
    body: `Read this before Pan in the Park, then argue with me: ${link.url}`,
    created_at: new Date(now.getTime() - 6 * hour),
  })
  await sql`insert into public.post_links ${sql({ ...link, post_id: linked, fetched_at: now })} on conflict do nothing`
}
