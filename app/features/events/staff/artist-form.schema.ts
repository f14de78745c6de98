/** Parses what staff send about an artist: name, picture and links. */
import * as z from 'zod'
import '#core/form-messages.ts'
import { focusNames, largestPhotoMegabytes } from '#core/picture-focus.ts'
import { pictureField } from '#core/picture-upload.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'
import { ARTIST_LINK_KINDS, type ArtistLinkKind } from '../event-values.ts'
import { isNamedAct } from '../events.rules.ts'

/** The hosts that a link of a kind may lead to, with everything below them; a kind without hosts leads anywhere. */
const hosts: Partial<Record<ArtistLinkKind, readonly string[]>> = {
  instagram: ['instagram.com'],
  tiktok: ['tiktok.com'],
  facebook: ['facebook.com', 'fb.com'],
  youtube: ['youtube.com', 'youtu.be'],
  spotify: ['spotify.com'],
  apple_music: ['music.apple.com'],
  soundcloud: ['soundcloud.com'],
  bandcamp: ['bandcamp.com'],
  mixcloud: ['mixcloud.com'],
}

const noAddress = 'Enter a web address, such as site.com/name'

/**
 * Reads a web address as people type or paste it (`instagram.com/name`); it becomes one of https. The database checks the same
 * shape.
 * @returns null for what is no address of a public site
 */
function readAddress(text: string): URL | null {
  const address = /^https?:\/\//i.test(text) ? text.replace(/^http:/i, 'https:') : `https://${text}`
  if (!URL.canParse(address) || /[\s"<>\\]/.test(address)) return null
  const url = new URL(address)
  const isPublic = /\.[a-z]{2,}$/.test(url.hostname) && !url.port && !url.username && !url.password
  return isPublic && url.href.length <= 300 ? url : null
}

const linkSchema = (kind: ArtistLinkKind) =>
  z
    .string()
    .trim()
    .max(300, noAddress)
    .transform((text, ctx) => {
      if (text === '') return null
      const url = readAddress(text)
      const allowed = hosts[kind]
      const isThere =
        allowed?.some((host) => url?.hostname === host || url?.hostname.endsWith(`.${host}`)) ?? true
      if (url && isThere) return url.href
      ctx.addIssue({ code: 'custom', message: url ? 'This address leads to another site' : noAddress })
      return z.NEVER
    })
    .nullable()
    .default(null)

const fields = z.object({
  /** Left out for a new artist. */
  id: z.uuid().optional(),
  name: z
    .string({ error: 'Name is required' })
    .trim()
    .min(1, 'Name is required')
    .max(80, 'Name can have at most 80 characters')
    .refine(isOneLine, strangeText)
    .refine((name) => isNamedAct({ name }), 'Enter a name'),
  /** Left out to keep the picture. */
  picture: pictureField(largestPhotoMegabytes).optional(),
  focus: z.enum(focusNames).default('center'),
  imageAlt: z
    .string()
    .trim()
    .max(200, 'Picture description can have at most 200 characters')
    .refine(isOneLine, strangeText)
    .default(''),
  links: z
    .object(
      Object.fromEntries(ARTIST_LINK_KINDS.map((kind) => [kind, linkSchema(kind)])) as Record<
        ArtistLinkKind,
        ReturnType<typeof linkSchema>
      >,
    )
    .prefault({}),
})

/**
 * The form of an artist. Each link is an address of https, or null.
 * @param hasPicture whether the artist has a picture, which then needs a description as a new one does
 */
export const artistFormSchema = (hasPicture: boolean) =>
  fields.superRefine((form, ctx) => {
    if ((hasPicture || form.picture) && !form.imageAlt)
      ctx.addIssue({ code: 'custom', path: ['imageAlt'], message: 'Describe the picture' })
  })
export type ArtistForm = z.output<ReturnType<typeof artistFormSchema>>
