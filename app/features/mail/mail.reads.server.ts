import { pictureJpeg } from '#core/picture.ts'
import { serviceClient } from '#server/supabase.server.ts'
import type { MailSender, MailText } from './mail.types.ts'
import { isMailKind, mailKinds } from './mail-kinds.server.ts'
import { siteOfMails } from './site-of-mails.server.ts'
import { samplePicture } from './templates/order-parts.tsx'
import type { MailWording } from './wordings/wordings.types.ts'

/** Returns the sender of preview mails. */
function sampleSender(): MailSender {
  return {
    brand: 'Jouvay',
    company: 'Jouvay Events LLC',
    postalAddress: '100 Fulton St, Brooklyn, NY 11217',
    contactEmail: 'help@jouvay.example',
    ...siteOfMails(),
  }
}

/** Lists the kinds of mail with the subjects of their samples, for the style guide. */
export function listMailSamples(): { kind: string; subject: string }[] {
  return Object.entries(mailKinds).map(([kind, { preview }]) => ({
    kind,
    subject: preview(sampleSender()).subject,
  }))
}

/**
 * Writes a kind of mail with its sample, as a browser shows it: the picture of an event on the site stands for the sample's, and
 * pictures sent with it are in the markup. Returns null when the kind is unknown.
 * @param wording what admins put into it
 */
export async function readMailSample(
  kind: string,
  wording: MailWording | null = null,
): Promise<MailText | null> {
  if (!isMailKind(kind)) return null
  const mail = mailKinds[kind].preview(sampleSender(), wording)
  const { data } = await serviceClient()
    .from('events')
    .select('image_path')
    .not('image_path', 'is', null)
    .limit(1)
  const poster = pictureJpeg(data?.[0]?.image_path, 'mail')
  const html = mail.pictures.reduce(
    (markup, { id, png }) =>
      markup.replaceAll(`cid:${id}`, `data:image/png;base64,${Buffer.from(png).toString('base64')}`),
    poster ? mail.html.replaceAll(pictureJpeg(samplePicture, 'mail') ?? '', poster) : mail.html,
  )
  return { ...mail, html }
}
