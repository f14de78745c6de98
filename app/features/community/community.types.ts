/** What somebody said in public. */
export type Post = {
  id: string
  /** Plain text, with its line breaks. */
  body: string
  createdAt: string
  author: { name: string; avatar: string | null }
}

export type PostList = {
  posts: Post[]
  /** The post that the next page begins with. */
  next: string | null
  /** The post that this page begins with; null for the newest. */
  from: string | null
  /** The brand's zone, for days. */
  timeZone: string
  now: string
}
