import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { UploadHandle } from '#core/largest-file.ts'
import * as paths from '#core/paths.ts'
import { photoUpload } from '#core/picture-focus.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { blockPictureSchema } from '#features/mail/campaigns/campaign.schema.ts'
import { readBlock, saveBlock } from '#features/mail/campaigns/campaign-blocks.server.ts'
import { BlockPictureForm } from '#features/mail/campaigns/ui/block-picture.tsx'
import { useCampaign } from '#features/mail/campaigns/use-campaign.ts'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { isAboutPhoto, storePhoto } from '#server/store-photo.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const [, { block }] = await readGuarded(args, requireStaffPage(args, '/email-management'), () =>
    readBlock(args),
  )
  if (block.kind !== 'hero' && block.kind !== 'picture') throw notFound()
  return { block: { id: block.id, picture: block.picture, alt: block.alt } }
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireStaffPage(args, '/email-management')
  const { campaign, block } = await readBlock(args)
  if (block.kind !== 'hero' && block.kind !== 'picture') throw notFound()
  const form = await readForm(args.request, blockPictureSchema)
  const hideFields = ['picture']
  if (!form.ok) return data(form.submission.reply({ hideFields }), { status: 422 })
  const { picture, focus, imageAlt, version } = form.value
  const stored = picture ? await storePhoto(actor, picture, focus, 'all') : null
  if (stored && !stored.ok) {
    const messages = [refusalSentence(stored.refusal)]
    const errors = isAboutPhoto(stored.refusal)
      ? { fieldErrors: { picture: messages } }
      : { formErrors: messages }
    return data(form.submission.reply({ ...errors, hideFields }), { status: refusalStatus(stored.refusal) })
  }
  const key = stored?.value ?? block.picture
  if (!key)
    return data(form.submission.reply({ fieldErrors: { picture: ['Choose a picture'] }, hideFields }), {
      status: 422,
    })
  const saved = await saveBlock(args, campaign, version, { ...block, picture: key, alt: imageAlt })
  return saved.ok
    ? redirect(`${paths.campaign(campaign.id)}#block-${block.id}`)
    : data(form.submission.reply({ formErrors: [refusalSentence(saved.refusal)], hideFields }), {
        status: refusalStatus(saved.refusal),
      })
}

export const handle: StaffHandle & UploadHandle = { crumbs: () => [{ label: 'Picture' }], ...photoUpload }

/** Chooses the picture of a block of a campaign. */
export default function BlockPictureRoute() {
  const { id, version } = useCampaign()
  const { block } = useLoaderData<typeof loader>()
  return (
    <BlockPictureForm
      campaignId={id}
      version={version}
      block={block}
      reply={useActionData<typeof action>() ?? null}
    />
  )
}
