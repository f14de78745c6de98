import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { postStatuses } from '#core/post-states.ts'
import { reactions, threadModes } from './community.rules.ts'
import { postNoticeSchema } from './moderation/moderation.types.ts'

const storedPostSchema = z.object({
  id: z.uuid(),
  /** The post that a comment belongs to; null for a post. */
  postId: z.uuid().nullable(),
  replyTo: z.uuid().nullable(),
  /** Markdown as it was typed. */
  body: z.string(),
  status: z.enum(postStatuses),
  createdAt: instant,
  editedAt: instant.nullable(),
  version: z.int(),
  isOfficial: z.boolean(),
  topic: z.literal('lost_and_found').nullable(),
  isPinned: z.boolean(),
  isLocked: z.boolean(),
  isOwn: z.boolean(),
  author: z.object({
    name: z.string(),
    avatar: z.string().nullable(),
    /** Null unless the card of the author is public. */
    username: z.string().nullable(),
    isStaff: z.boolean(),
  }),
  event: z.object({ id: z.uuid(), slug: z.string(), title: z.string() }).nullable(),
  /** Whether the door of the thread's event let the author in. */
  wasThere: z.boolean(),
  pictures: z.array(z.object({ name: z.string(), width: z.int(), height: z.int(), alt: z.string() })),
  link: z
    .object({
      url: z.string(),
      title: z.string(),
      description: z.string().nullable(),
      site: z.string().nullable(),
    })
    .nullable(),
  mentions: z.array(z.string()),
  /** Why others do not see it; only for its author. */
  notice: postNoticeSchema.nullable(),
  /** The last case about it; only for moderators. */
  caseId: z.uuid().nullable(),
  comments: z.int(),
  reactions: z.partialRecord(z.enum(reactions), z.int()),
  /** The reader's own reaction. */
  mine: z.enum(reactions).nullable(),
})
export type StoredPost = z.output<typeof storedPostSchema>

const threadSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  mode: z.enum(threadModes),
  slowSeconds: z.int().nullable(),
  /** The mode that moderators set instead of that of the clock. */
  override: z.enum(threadModes).nullable(),
  isLocked: z.boolean(),
  /** Why the reader writes nothing here now. */
  refusal: z.enum(['thread_locked', 'thread_live']).nullable(),
})
export type Thread = z.output<typeof threadSchema>

const readerSchema = z.object({
  mayPost: z.boolean(),
  mayModerate: z.boolean(),
  /** The brand's zone, for days. */
  timeZone: z.string(),
  now: instant,
})

/** Describes the result of `list_posts`: a page of posts, newest first. */
export const postListSchema = readerSchema.extend({
  posts: z.array(storedPostSchema),
  pinned: z.array(storedPostSchema),
  /** The reader's own posts that are held back. */
  waiting: z.array(storedPostSchema),
  thread: threadSchema.nullable(),
  /** The post that the next page begins with. */
  next: z.uuid().nullable(),
  /** The post that this page begins with; null for the newest. */
  from: z.uuid().nullable(),
})

/** Describes the result of `list_posts_by`: a page of the posts of one member; null where the caller does not see their page. */
export const postsBySchema = readerSchema
  .extend({
    posts: z.array(storedPostSchema),
    /** The post that the next page begins with. */
    next: z.uuid().nullable(),
    /** The post that this page begins with; null for the newest. */
    from: z.uuid().nullable(),
  })
  .nullable()

const storedCommentSchema = storedPostSchema.extend({
  replies: z.array(storedPostSchema),
  /** The reply that the next page of replies begins with. */
  nextReply: z.uuid().nullable(),
  hasEarlierReplies: z.boolean(),
})

/** Describes the result of `read_post`: a post and a page of its comments, each with a page of its replies. */
export const postPageSchema = readerSchema.extend({
  post: storedPostSchema,
  /** The post or comment that the address named. */
  asked: z.uuid(),
  comments: z.array(storedCommentSchema),
  thread: threadSchema.nullable(),
  next: z.uuid().nullable(),
  from: z.uuid().nullable(),
})

/** A post or comment as screens show it: its text rendered by the server. */
export type Post = Omit<StoredPost, 'mentions'> & {
  /** Sanitized HTML. */
  html: string
  /** The first words of the text, without its marks. */
  excerpt: string
}
/** A post as pages about something else quote it. */
export type QuotedPost = Pick<Post, 'id' | 'excerpt' | 'createdAt' | 'author'>
export type Comment = Post &
  Pick<z.output<typeof storedCommentSchema>, 'nextReply' | 'hasEarlierReplies'> & { replies: Post[] }
export type PostList = Omit<z.output<typeof postListSchema>, 'posts' | 'pinned' | 'waiting'> & {
  posts: Post[]
  pinned: Post[]
  waiting: Post[]
}
export type PostsBy = Omit<NonNullable<z.output<typeof postsBySchema>>, 'posts'> & { posts: Post[] }
export type PostPage = Omit<z.output<typeof postPageSchema>, 'post' | 'comments'> & {
  post: Post
  comments: Comment[]
}

/** Describes the result of writing a post or comment. */
export const writtenSchema = z.object({ id: z.uuid(), status: z.enum(postStatuses) })
export type Written = z.output<typeof writtenSchema>

/** Describes the result of `react_to_post`. */
export const reactedSchema = z.object({
  reactions: z.partialRecord(z.enum(reactions), z.int()),
  mine: z.enum(reactions).nullable(),
})
export type Reacted = z.output<typeof reactedSchema>

/** Facts about the page that its cards need. */
export type Reader = {
  mayPost: boolean
  mayModerate: boolean
  /** The moment the list was read. */
  now: string
  /** The brand's zone. */
  timeZone: string
  /** The address that forms lead back to. */
  here: string
  /** The thread that the page is; its posts need not name it. */
  thread?: { id: string } | null
}
