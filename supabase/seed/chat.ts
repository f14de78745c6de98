import type { Sql } from 'postgres'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

const second = 1000

/** What is said: who (their place among the seeded people; 1 is Moe, who moderates), the text, and the line that it answers. */
const lines: readonly [author: number, body: string, answers?: number][] = [
  [12, 'Good night good night, who locked in? :fire:'],
  [30, 'Brooklyn checking in :flag:'],
  [41, 'Toronto here, wish I was on the road'],
  [1, 'Welcome in. Be nice to each other, and report what is not. Enjoy the set :hands:'],
  [7, 'This intro is too sweet'],
  [55, 'What is the name of this riddim?'],
  [12, 'Storm Chaser, 2019', 5],
  [55, 'Thank you!! :heart:', 6],
  [18, 'The pan behind the bassline, my goodness :pan:'],
  [63, 'Watching from the bus home from work lol'],
  [30, 'Pull it up!'],
  [22, 'PULL IT UP :horn: :horn:'],
  [9, 'Somebody tell the camera man to turn left, the stage is that way :laugh:'],
  [1, 'Camera two is back in a minute.', 12],
  [41, 'My grandmother is dancing in the kitchen, I am not lying :wine:'],
  [70, 'Is the last lap in the replay too?'],
  [1, 'Yes, the replay has the whole night.', 15],
  [18, 'Drums, drums, drums :pan: :fire:'],
  [33, 'First time here. You people are nice'],
  [7, 'Wait until sunrise :sun:', 18],
  [66, 'Two tickets for the next one, half price, message me before they gone'],
]
/** Which line was reported as a scam, by whom; moderators have yet to decide. */
const reported = { line: 20, by: [12, 22] }

/** Lets people talk in the chats of streams that have begun; in one that is live just now. A second run moves the dates. */
export async function seedChat(sql: Sql, people: Person[], now: Date): Promise<void> {
  const streams = await sql<{ id: string; until: Date }[]>`
    select id, least(coalesce(ended_at, ${now}::timestamptz), ${now}::timestamptz) as until from public.streams
    where live_at is not null and private.stream_is_published(state)`
  for (const { id: stream, until } of streams) {
    const pinned = namedId(`chat:${stream}:3`)
    for (const [place, [author, body, answers]] of lines.entries())
      await sql`
        insert into public.chat_messages ${sql({
          id: namedId(`chat:${stream}:${place}`),
          stream_id: stream,
          author_id: people[author]?.id ?? '',
          seq: place + 1,
          change_seq: place + 1,
          body,
          reply_to: answers === undefined ? null : namedId(`chat:${stream}:${answers}`),
          created_at: new Date(until.getTime() - (lines.length - place) * 19 * second),
        })} on conflict (id) do update set created_at = excluded.created_at`
    const message = namedId(`chat:${stream}:${reported.line}`)
    for (const place of reported.by)
      await sql`
        insert into private.chat_reports (message_id, reporter_id, reason)
        values (${message}, ${people[place]?.id ?? ''}, 'scam') on conflict do nothing`
    await sql`
      update public.chat_messages m set reports = ${reported.by.length}
      where m.id = ${message} and m.change_seq = m.seq and exists (
        select 1 from public.streams s where s.id = m.stream_id and private.stream_is_on_air(s.state))`
    await sql`
      insert into private.chats (stream_id, last_seq, pinned_id) values (${stream}, ${lines.length}, ${pinned})
      on conflict (stream_id) do nothing`
  }
}
