import { useNavigate, useSubmit } from '@remix-run/react'
import {
  Ban,
  Ellipsis,
  Flag,
  Link2,
  Lock,
  LockOpen,
  Pencil,
  Pin,
  PinOff,
  ShieldCheck,
  Trash2,
} from 'lucide-react'
import * as paths from '#core/paths.ts'
import { postStates } from '#core/post-states.ts'
import { Menu } from '#ui/menu.tsx'
import type { MenuEntry } from '#ui/menu-entry.tsx'
import type { Post, Reader } from '../community.types.ts'
import * as css from './post-card.css.ts'

/** Lists what a reader may do with a post: links and small forms, which work before JavaScript. */
function useEntries(post: Post, reader: Reader): MenuEntry[] {
  const submit = useSubmit()
  const navigate = useNavigate()
  const { isShown, canBeEdited } = postStates[post.status]
  const send = (
    action: string,
    fields: Record<string, string>,
    label: string,
    icon: typeof Pin,
  ): MenuEntry => ({
    kind: 'action',
    label,
    icon,
    form: { action, fields },
    onSelect: () => submit(fields, { method: 'post', action }),
  })
  const act = (intent: string, label: string, icon: typeof Pin) =>
    send(paths.community(), { intent, post: post.id, back: reader.here }, label, icon)
  const link = (to: string, label: string, icon: typeof Pin): MenuEntry => ({ kind: 'link', to, label, icon })
  const copy: MenuEntry = {
    kind: 'action',
    label: 'Copy link',
    icon: Link2,
    // before JavaScript it opens the page whose address is the link
    form: { action: paths.community(), fields: { intent: 'open', post: post.id } },
    onSelect: () => {
      const address = new URL(paths.post(post.id), window.location.href).href
      if (navigator.clipboard) void navigator.clipboard.writeText(address)
      else navigate(paths.post(post.id))
    },
  }
  const entries: MenuEntry[] = [copy]
  if (post.isOwn && canBeEdited) entries.push(link(paths.editPost(post.id), 'Edit', Pencil))
  if (post.isOwn) entries.push(link(`${paths.editPost(post.id)}#delete`, 'Delete', Trash2))
  if (!post.isOwn && reader.mayPost && isShown) {
    entries.push(link(paths.reportPost(post.id, { back: reader.here }), 'Report', Flag))
    if (post.author.username && !post.isOfficial)
      entries.push(link(paths.person(post.author.username), 'Mute or block', Ban))
  }
  if (reader.mayModerate && isShown && !post.isOwn)
    entries.push(
      send(paths.moderation({ index: '' }), { intent: 'open', post: post.id }, 'Moderate', ShieldCheck),
    )
  else if (post.caseId) entries.push(link(paths.moderationCase(post.caseId), 'Open the case', ShieldCheck))
  if (reader.mayModerate && isShown && post.postId === null) {
    entries.push({ kind: 'separator', key: 'staff' })
    entries.push(post.isPinned ? act('unpin', 'Unpin', PinOff) : act('pin', 'Pin', Pin))
    entries.push(
      post.isLocked ? act('unlock', 'Open comments', LockOpen) : act('lock', 'Close comments', Lock),
    )
  }
  return entries
}

/** The menu of a post. */
export function PostMenu({ post, reader }: { post: Post; reader: Reader }) {
  const entries = useEntries(post, reader)
  return (
    <Menu
      label={`Options for the post by ${post.author.name}`}
      trigger={<Ellipsis size={20} aria-hidden="true" />}
      triggerClassName={css.menu}
      entries={entries}
    />
  )
}
