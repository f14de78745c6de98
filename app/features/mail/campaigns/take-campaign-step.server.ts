/** Takes the steps of a campaign beside its content: review, schedule, pause and the like. */
import { redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { type Result, refusalSentence } from '#core/result.ts'
import { leaveFlash } from '#server/flash.server.ts'
import type { IntentRead } from '#server/form.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import type { campaignSteps } from './campaign.schema.ts'
import {
  createCampaign,
  pauseCampaign,
  reopenCampaign,
  resumeCampaign,
  reviewCampaign,
  saveTemplate,
  scheduleCampaign,
  stopCampaign,
} from './campaign.writes.server.ts'

type Step = IntentRead<typeof campaignSteps>
/**
 * Does a step, and leads to the page that shows what became of it or says why it was refused.
 * @param campaign its id, and its name for a copy
 * @param toInstant turns a wall time of the brand's zone into an instant
 */
export async function takeCampaignStep(
  args: RequestArgs,
  { id, name, kind }: { id: string; name: string; kind: string },
  step: Step,
  toInstant: (wall: string) => string | null,
) {
  const refused = (sentence: string) => {
    leaveFlash(args, id, sentence)
    return redirect(paths.campaign(id))
  }
  const answered = async (doing: Promise<Result<unknown>>, done: string) => {
    const did = await doing
    return did.ok ? redirect(paths.campaign(id, { done })) : refused(refusalSentence(did.refusal))
  }
  if (step.form && !step.form.ok) {
    const messages = Object.values(step.form.submission.reply().error ?? {}).flat()
    return refused(
      messages.find((message) => message !== null) ?? refusalSentence({ code: 'invalid', facts: {} }),
    )
  }
  switch (step.intent) {
    case 'approve':
      return answered(reviewCampaign(args, id, { ...step.form.value, approves: true }), 'approved')
    case 'changes':
      return answered(reviewCampaign(args, id, { ...step.form.value, approves: false }), 'changes')
    case 'schedule': {
      const { version, sendAt } = step.form.value
      const at = toInstant(sendAt)
      return at
        ? answered(scheduleCampaign(args, id, version, at), 'scheduled')
        : refused('Choose a date and a time')
    }
    case 'now':
      return answered(scheduleCampaign(args, id, step.form.value.version, null), 'sending')
    case 'reopen':
      return answered(reopenCampaign(args, id), 'reopened')
    case 'stop':
      return answered(stopCampaign(args, id, step.form.value.reason), 'stopped')
    case 'pause':
      return answered(pauseCampaign(args, id, step.form.value.reason), 'paused')
    case 'resume':
      return answered(resumeCampaign(args, id), 'resumed')
    case 'template':
      return answered(saveTemplate(args, id, step.form.value), 'template')
    case 'duplicate': {
      const copy = await createCampaign(args, { name: `Copy of ${name}`.slice(0, 100), kind, from: id })
      return copy.ok
        ? redirect(paths.campaign(copy.value, { done: 'copied' }))
        : refused(refusalSentence(copy.refusal))
    }
  }
}
