import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { fetchLinkPreview } from '#server/link-preview.server.ts'
import { deletePrivatePictures } from '#server/private-pictures.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

/** Fetches the preview of a post's link, once the post can be read. */
export const linkPreview = defineJob({
  kind: 'link_preview',
  async run({ key }) {
    const url = await rpc(serviceClient(), 'link_to_preview', { p_post: key }, z.string().nullable())
    if (url === null) return undefined
    const preview = await fetchLinkPreview(url)
    const values = {
      p_post: key,
      p_url: url,
      p_title: preview?.title ?? '',
      p_description: preview?.description ?? '',
      p_site: preview?.site ?? '',
    }
    await rpc(serviceClient(), 'store_link_preview', values, z.null())
    return undefined
  },
})

/** Erases what was deleted or removed 30 days ago, its pictures too. */
export const duePurges = defineJob({
  kind: 'due_purges',
  async run({ log }) {
    const names = await rpc(serviceClient(), 'purge_posts', {}, z.array(z.string()))
    await deletePrivatePictures(
      'posts',
      names.map((name) => `${name}.webp`),
    )
    if (names.length > 0) log.info({ pictures: names.length }, 'pictures of erased posts deleted')
    return undefined
  },
})
