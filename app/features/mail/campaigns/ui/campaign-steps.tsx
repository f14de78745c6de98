import { Form } from '@remix-run/react'
import { Circle, CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { campaignStates } from '#core/campaign-states.ts'
import { formatMoment } from '#core/event-time.ts'
import { machineTime } from '#core/machine-time.ts'
import * as paths from '#core/paths.ts'
import { zoneName } from '#core/zone-name.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field, Textarea, TextInput } from '#ui/field.tsx'
import * as folds from '#ui/fold.css.ts'
import { cluster, stack, text as textStyles } from '#ui/layout.css.ts'
import { type CampaignHint, problemSentence } from '../campaign.rules.ts'
import type { CampaignEditor } from '../campaign.types.ts'
import * as css from './campaign.css.ts'
import { editorFormId } from './campaign-editor.tsx'

/** Says what is missing, what could be better, and what may be done next with a campaign. */
export function CampaignSteps({
  campaign,
  hints,
  refusal,
}: {
  campaign: CampaignEditor
  hints: CampaignHint[]
  refusal: string | null
}) {
  const { canBeEdited } = campaignStates[campaign.state]
  return (
    <Card as="section" aria-labelledby="campaign-next" className={stack[4]}>
      <h2 id="campaign-next" className={css.blockTitle}>
        {canBeEdited ? 'Before it goes out' : 'Next step'}
      </h2>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      <p className={textStyles.small}>
        {campaign.reach === 1
          ? '1 person gets this.'
          : `${campaign.reach.toLocaleString('en-US')} people get this.`}
      </p>
      {canBeEdited && <Checklist campaign={campaign} hints={hints} />}
      <Steps campaign={campaign} />
    </Card>
  )
}

function Checklist({
  campaign: { problems, blocks },
  hints,
}: {
  campaign: CampaignEditor
  hints: CampaignHint[]
}) {
  const placeOf = (id: string | undefined) => blocks.findIndex((block) => block.id === id)
  return (
    <ul className={css.checks} aria-label="Checklist">
      {problems.length === 0 && (
        <li className={css.check}>
          <CircleCheck size={18} className={css.checkIcon} aria-hidden="true" />
          Nothing is missing.
        </li>
      )}
      {problems.map((problem) => (
        <li key={`${problem.code} ${problem.at} ${problem.value}`} className={css.check}>
          <CircleAlert size={18} className={css.checkIcon} aria-hidden="true" />
          <span>
            {problemSentence(problem)}
            {placeOf(problem.at) >= 0 && (
              <>
                {' '}
                <a href={`#block-${problem.at}`}>{`Block ${placeOf(problem.at) + 1}`}</a>
              </>
            )}
          </span>
        </li>
      ))}
      {hints.map(({ id, text }) => (
        <li key={id} className={css.check}>
          <Circle size={18} className={css.checkIcon} aria-hidden="true" />
          <span>{`Tip: ${text}`}</span>
        </li>
      ))}
    </ul>
  )
}

function StepForm({
  campaign,
  intent,
  version,
  children,
}: {
  campaign: string
  intent: string
  version?: number
  children: ReactNode
}) {
  return (
    <Form method="post" action={paths.campaignStep(campaign)} className={stack[3]}>
      <input type="hidden" name="intent" value={intent} />
      {version !== undefined && <input type="hidden" name="version" value={version} />}
      {children}
    </Form>
  )
}

const OneButton = ({
  campaign,
  intent,
  version,
  variant = 'secondary',
  children,
}: {
  campaign: string
  intent: string
  version?: number
  variant?: 'primary' | 'secondary' | 'ghost'
  children: string
}) => (
  <StepForm campaign={campaign} intent={intent} {...(version === undefined ? {} : { version })}>
    <Button type="submit" variant={variant} size="sm">
      {children}
    </Button>
  </StepForm>
)

function Steps({ campaign }: { campaign: CampaignEditor }) {
  const { id, state, mayManage, mayReview, isOwn, version } = campaign
  const { canBeEdited = false, canBeReopened, isPlanned, isUnderWay = false, isFinal } = campaignStates[state]
  const isWaiting = state === 'in_review'
  return (
    <>
      {canBeEdited && <DraftButtons campaign={campaign} />}
      {isWaiting && mayReview && <ReviewForms id={id} version={version} />}
      {isWaiting && !mayReview && <p>Another admin has to review it.</p>}
      {isWaiting && isOwn && (
        <OneButton campaign={id} intent="reopen">
          Take back and edit
        </OneButton>
      )}
      {canBeReopened && !isPlanned && mayManage && <ScheduleForm campaign={campaign} />}
      {isPlanned && campaign.sendAt && <PlannedFor at={campaign.sendAt} campaign={campaign} />}
      {canBeReopened && mayManage && (
        <OneButton campaign={id} intent="reopen">
          Edit (it needs approval again)
        </OneButton>
      )}
      {isUnderWay && mayManage && (
        <div className={cluster[2]}>
          {state !== 'paused' && (
            <OneButton campaign={id} intent="pause">
              {state === 'sending' ? 'Pause' : 'Take up again'}
            </OneButton>
          )}
          {state === 'paused' && (
            <OneButton campaign={id} intent="resume" variant="primary">
              Resume
            </OneButton>
          )}
        </div>
      )}
      {campaign.pausedReason && <Banner tone="warning" title={campaign.pausedReason} />}
      <div className={cluster[2]}>
        <OneButton campaign={id} intent="duplicate">
          Duplicate
        </OneButton>
        {!isFinal && state !== 'in_review' && state !== 'failed' && (canBeEdited || mayManage) && (
          <StopForm id={id} isDraft={canBeEdited} isStarted={isUnderWay} />
        )}
      </div>
      {mayManage && <TemplateForm id={id} />}
    </>
  )
}

/** The buttons of a draft. They belong to the editor's form, so that what was typed is saved first. */
function DraftButtons({ campaign: { problems, mayManage, reach } }: { campaign: CampaignEditor }) {
  const needsLinks = problems.some(({ code }) => code === 'links_unchecked' || code === 'link_broken')
  const isDirect = mayManage && reach <= 500
  return (
    <div className={cluster[2]}>
      <Button type="submit" form={editorFormId} name="intent" value="test" variant="secondary" size="sm">
        Send me a test
      </Button>
      {needsLinks && (
        <Button type="submit" form={editorFormId} name="intent" value="links" variant="secondary" size="sm">
          Check links
        </Button>
      )}
      <Button type="submit" form={editorFormId} name="intent" value="submit" size="sm">
        {isDirect ? 'Approve' : 'Submit for review'}
      </Button>
    </div>
  )
}

function ReviewForms({ id, version }: { id: string; version: number }) {
  return (
    <>
      <StepForm campaign={id} intent="approve" version={version}>
        <Button type="submit" size="sm">
          Approve
        </Button>
      </StepForm>
      <StepForm campaign={id} intent="changes" version={version}>
        <Field id="campaign-changes" label="What has to change" required>
          {(control) => <Textarea {...control} name="note" rows={3} maxLength={500} required />}
        </Field>
        <Button type="submit" variant="secondary" size="sm">
          Request changes
        </Button>
      </StepForm>
    </>
  )
}

function ScheduleForm({ campaign: { id, version, timeZone } }: { campaign: CampaignEditor }) {
  return (
    <>
      <StepForm campaign={id} intent="schedule" version={version}>
        <Field
          id="campaign-send-at"
          label="Send at"
          hint={`${zoneName(timeZone)}. Subscribers get it between 9 AM and 9 PM of their own time.`}
          required
        >
          {(control) => <TextInput {...control} type="datetime-local" name="sendAt" required />}
        </Field>
        <Button type="submit" size="sm">
          Schedule
        </Button>
      </StepForm>
      <OneButton campaign={id} intent="now" version={version}>
        Send now
      </OneButton>
    </>
  )
}

function PlannedFor({ at, campaign: { timeZone, now } }: { at: string; campaign: CampaignEditor }) {
  return (
    <p>
      Goes out{' '}
      <time dateTime={machineTime(at)} suppressHydrationWarning>
        {formatMoment(at, timeZone, now)}
      </time>
      .
    </p>
  )
}

function StopForm({ id, isDraft, isStarted }: { id: string; isDraft: boolean; isStarted: boolean }) {
  return (
    <OneButton campaign={id} intent="stop" variant="ghost">
      {isDraft ? 'Discard' : isStarted ? 'Cancel the rest' : 'Cancel campaign'}
    </OneButton>
  )
}

function TemplateForm({ id }: { id: string }) {
  return (
    <details className={folds.fold}>
      <summary className={folds.summary}>Save as a template</summary>
      <StepForm campaign={id} intent="template">
        <Field id="template-name" label="Name of the template" required>
          {(control) => <TextInput {...control} name="name" maxLength={100} autoComplete="off" required />}
        </Field>
        <Button type="submit" variant="secondary" size="sm">
          Save template
        </Button>
      </StepForm>
    </details>
  )
}

/** Lists what became of a campaign, the latest first. */
export function CampaignTimeline({ campaign: { timeline, timeZone, now } }: { campaign: CampaignEditor }) {
  return (
    <Card as="section" aria-labelledby="campaign-timeline" className={stack[3]}>
      <h2 id="campaign-timeline" className={css.blockTitle}>
        Timeline
      </h2>
      <ol className={css.timeline}>
        {timeline.map(({ at, to, reason, by }) => (
          <li key={at}>
            {campaignStates[to].label}
            {by && `, ${by}`}
            <br />
            <time dateTime={machineTime(at)} className={textStyles.small} suppressHydrationWarning>
              {formatMoment(at, timeZone, now)}
            </time>
            {reason && <p>{reason}</p>}
          </li>
        ))}
      </ol>
    </Card>
  )
}
