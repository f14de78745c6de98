import * as z from 'zod'
import { instant } from '#core/columns.ts'

const postSchema = z.object({
  id: z.uuid(),
  /** Plain text, with its line breaks. */
  body: z.string(),
  createdAt: instant,
  author: z.object({ name: z.string(), avatar: z.string().nullable() }),
})
/** A public post of a member. */
export type Post = z.output<typeof postSchema>

/** Describes the result of `list_posts`: a page of posts, newest first. */
export const postListSchema = z.object({
  posts: z.array(postSchema),
  /** The post that the next page begins with. */
  next: z.uuid().nullable(),
  /** The post that this page begins with; null for the newest. */
  from: z.uuid().nullable(),
  /** The brand's zone, for days. */
  timeZone: z.string(),
  now: instant,
})
export type PostList = z.output<typeof postListSchema>
