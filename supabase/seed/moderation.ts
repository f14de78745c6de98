import type { Sql } from 'postgres'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Seeded = {
  name: string
  author: number
  ago: number
  body: string
  status: 'pending_review' | 'published' | 'auto_hidden'
  sources: string[]
  /** Who reported it: their place, the reason, and a note. */
  reports?: [reporter: number, reason: string, note: string | null][]
}
/** The place of somebody whose reports were wrong: they weigh half. */
const oftenWrong = 44

/** The posts that wait for moderators. */
const waiting: readonly Seeded[] = [
  {
    name: 'resale',
    author: 81,
    ago: 2 * hour,
    body: 'Selling 2 tickets for Dutty Friday, $80 each, Zelle only. DM me before nine.',
    status: 'pending_review',
    sources: ['resale'],
  },
  {
    name: 'first',
    author: 90,
    ago: 40 * minute,
    body: 'New here! Is the roof open in November, or do I pack a coat?',
    status: 'pending_review',
    sources: ['first_post'],
  },
  {
    name: 'insults',
    author: 57,
    ago: 5 * hour,
    body: 'Whoever called round three the best dub has no ears and should sell them. Clown behavior from start to finish.',
    status: 'auto_hidden',
    sources: ['reports'],
    reports: [
      [22, 'harassment', null],
      [31, 'harassment', 'He does this under every post'],
      [40, 'hate', null],
    ],
  },
  {
    name: 'number',
    author: 66,
    ago: 8 * hour,
    body: 'If you want the van from Flatbush call Dez, 718 555 0142, say I sent you.',
    status: 'published',
    sources: ['reports'],
    reports: [
      [12, 'privacy', 'That is my number and I never said yes'],
      [oftenWrong, 'spam', null],
    ],
  },
]

/** Fills the queue of moderators: open cases, one that was decided with a mute, and the appeal against it. Runs once. */
export async function seedModeration(sql: Sql, people: Person[], now: Date): Promise<void> {
  const idOf = (place: number) => people[place]?.id ?? null
  const moe = people.find(({ username }) => username === 'moe')?.id ?? null
  const at = (ago: number) => new Date(now.getTime() - ago)
  for (const { name, author, ago, body, status, sources, reports = [] } of waiting) {
    const post = namedId(`post:waiting:${name}`)
    const opened = namedId(`case:${name}`)
    await sql`
      insert into public.posts ${sql({ id: post, author_id: idOf(author), body, status, created_at: at(ago), status_at: at(ago / 2) })}
      on conflict (id) do update set created_at = excluded.created_at, status_at = excluded.status_at`
    await sql`
      insert into private.moderation_cases ${sql({
        id: opened,
        post_id: post,
        sources,
        priority: status === 'auto_hidden' ? 2 : sources.includes('first_post') ? 0 : 1,
        opened_at: at(ago / 2),
      })} on conflict (id) do nothing`
    for (const [reporter, reason, note] of reports)
      await sql`
        insert into public.post_reports ${sql({
          id: namedId(`report:${name}:${reporter}`),
          post_id: post,
          reporter_id: idOf(reporter),
          reason,
          note,
          weight: reporter === oftenWrong ? 0.5 : 1,
          case_id: opened,
          created_at: at(ago / 2),
        })} on conflict (id) do nothing`
  }
  await seedDecision(sql, idOf(19), idOf(22), moe, at)
  await seedWrongReports(sql, [idOf(23), idOf(34), idOf(52)], idOf(oftenWrong), moe, at)
  await seedLog(sql, moe)
}

/** Posts that one person reported and a moderator kept. */
async function seedWrongReports(
  sql: Sql,
  authors: (string | null)[],
  reporter: string | null,
  moe: string | null,
  at: (ago: number) => Date,
): Promise<void> {
  const bodies = [
    'The bass on the left side was too much, but what a set.',
    'Anybody else miss the old floor at the pier?',
    'Rum punch is back to what it was. Thank you.',
  ]
  for (const [place, author_id] of authors.entries()) {
    const id = namedId(`post:kept:${place}`)
    const case_id = namedId(`case:kept:${place}`)
    const made = at((4 + place) * day)
    const decided = at((3 + place) * day)
    await sql`
      insert into public.posts ${sql({ id, author_id, body: bodies[place] ?? '', created_at: made, status_at: made })}
      on conflict (id) do nothing`
    await sql`
      insert into private.moderation_cases ${sql({
        id: case_id,
        post_id: id,
        sources: ['reports'],
        priority: 1,
        state: 'rejected',
        opened_at: made,
        decided_at: decided,
        decided_by: moe,
      })} on conflict (id) do nothing`
    await sql`
      insert into public.post_reports ${sql({
        id: namedId(`report:kept:${place}`),
        post_id: id,
        reporter_id: reporter,
        reason: 'spam',
        weight: 1,
        state: 'rejected',
        case_id,
        created_at: made,
      })} on conflict (id) do nothing`
  }
}

/** Writes into the log of moderation how the seeded cases were opened, reported and decided. */
async function seedLog(sql: Sql, moe: string | null): Promise<void> {
  await sql`
    insert into private.moderation_log (at, action, case_id, post_id, user_id, actor_id, facts)
    select x.at, x.action, c.id, c.post_id, p.author_id, x.actor, x.facts
    from private.moderation_cases c join public.posts p on p.id = c.post_id
    cross join lateral (
      select c.opened_at as at, 'opened' as action, null::uuid as actor, jsonb_build_object('source', c.sources[1]) as facts
      union all
      select r.created_at, 'reported', r.reporter_id, jsonb_build_object('reason', r.reason)
      from public.post_reports r where r.case_id = c.id
      union all
      select p.status_at, 'auto_hidden', null, '{}' where p.status = 'auto_hidden'
      union all
      select c.decided_at, c.state, c.decided_by, jsonb_strip_nulls(jsonb_build_object('rule', c.rule, 'reason', c.reason))
      where c.decided_by = ${moe}
    ) x
    where not exists (select 1 from private.moderation_log l where l.case_id = c.id)
    order by x.at`
}

/** A removed comment, the mute that came with it, a note, and the appeal that another moderator decides. */
async function seedDecision(
  sql: Sql,
  author: string | null,
  reporter: string | null,
  moe: string | null,
  at: (ago: number) => Date,
): Promise<void> {
  const post = namedId('post:decided')
  const opened = namedId('case:decided')
  const sanction = namedId('sanction:decided')
  const reason = 'You can disagree with people without insulting them.'
  await sql`
    insert into public.posts ${sql({
      id: post,
      author_id: author,
      body: 'Learn to dance before you talk, old man.',
      status: 'removed',
      created_at: at(2 * day),
      status_at: at(day),
    })} on conflict (id) do nothing`
  await sql`
    insert into private.moderation_cases ${sql({
      id: opened,
      post_id: post,
      sources: ['reports'],
      priority: 1,
      state: 'upheld',
      opened_at: at(2 * day),
      decided_at: at(day),
      decided_by: moe,
      rule: 'respect',
      reason,
    })} on conflict (id) do nothing`
  await sql`
    insert into public.post_reports ${sql({
      id: namedId('report:decided'),
      post_id: post,
      reporter_id: reporter,
      reason: 'harassment',
      weight: 1,
      state: 'upheld',
      case_id: opened,
      created_at: at(2 * day),
    })} on conflict (id) do nothing`
  await sql`
    insert into private.sanctions ${sql({
      id: sanction,
      user_id: author,
      kind: 'mute',
      rule: 'respect',
      reason,
      case_id: opened,
      imposed_by: moe,
      starts_at: at(day),
      ends_at: at(-6 * day),
    })} on conflict (id) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at`
  await sql`
    insert into private.appeals ${sql({
      id: namedId('appeal:decided'),
      user_id: author,
      sanction_id: sanction,
      text: 'He is my uncle. We talk like that at home, and he laughed.',
      created_at: at(20 * hour),
    })} on conflict (id) do nothing`
  await sql`
    insert into private.moderator_notes ${sql({
      id: namedId('moderator-note:decided'),
      user_id: author,
      author_id: moe,
      text: 'Usually kind. Talked to him at the door on Friday.',
      created_at: at(day),
    })} on conflict (id) do nothing`
}
