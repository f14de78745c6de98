import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { PasswordField, TextareaField } from '#ui/field.tsx'
import * as folds from '#ui/fold.css.ts'
import { IntentForm, useBusy, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { phaseText } from '../desk.rules.ts'
import { cancelSchema, endSchema, interruptSchema } from '../desk.schema.ts'
import type { StreamDesk } from '../desk.types.ts'
import * as css from './desk.css.ts'

/** What the server replied to the last form of the page. */
export type DeskReply = { intent: string | null; reply: SubmissionResult | null } | null | undefined

/** Returns the reply to the form of an intent; null where another was sent. */
export const replyTo = (reply: DeskReply, intent: string) => (reply?.intent === intent ? reply.reply : null)

/** Offers what can be done to a stream in its state: each step with what it asks for. */
export function StreamControls({ desk, reply }: { desk: StreamDesk; reply: DeskReply }) {
  const { stream, moves, isProven, passes } = desk
  const at = paths.adminStream(stream.id)
  const canGo = (state: (typeof moves)[number]) => moves.includes(state)
  const isBack = stream.state === 'interrupted'
  return (
    <Card as="section" aria-labelledby="controls-title">
      <div className={stack[4]}>
        <h2 id="controls-title" className={css.title}>
          Controls
        </h2>
        <p className={css.note} data-testid="phase">
          {phaseText(desk)}
        </p>
        <div className={cluster[3]}>
          {stream.state === 'draft' && canGo('scheduled') && (
            <StepButton at={at} intent="schedule">
              Publish
            </StepButton>
          )}
          {isBack && canGo('live') && (
            <StepButton at={at} intent="resume">
              Show the picture again
            </StepButton>
          )}
          {!isBack && canGo('live') && (
            <Step label="Go live…" isOpen={false}>
              <div className={stack[4]}>
                <p className={css.note}>
                  Viewers see the picture at once, and the people who asked for a reminder are told.
                </p>
                <StepButton at={at} intent="live">
                  Go live now
                </StepButton>
              </div>
            </Step>
          )}
          {canGo('interrupted') && <Interrupt at={at} reply={replyTo(reply, 'interrupt')} />}
          {canGo('ended') && <End at={at} reply={replyTo(reply, 'end')} />}
          {canGo('cancelled') && (
            <Cancel
              at={at}
              reply={replyTo(reply, 'cancel')}
              passes={passes?.count ?? 0}
              asksPassword={!isProven && (passes?.count ?? 0) > 0}
            />
          )}
        </div>
      </div>
    </Card>
  )
}

/** A step that is one press. */
export function StepButton({
  at,
  intent,
  variant,
  children,
}: {
  at: string
  intent: string
  variant?: 'secondary' | 'danger'
  children: ReactNode
}) {
  const busy = useBusy(intent)
  return (
    <Form method="post" action={at}>
      <input type="hidden" name="intent" value={intent} />
      <Button type="submit" variant={variant} busy={busy}>
        {children}
      </Button>
    </Form>
  )
}

/** A step that opens before it is taken, also before JavaScript. @param isOpen opens it from the start, with what was refused */
export function Step({ label, isOpen, children }: { label: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details className={folds.fold} open={isOpen}>
      <summary className={folds.summary}>{label}</summary>
      {children}
    </details>
  )
}

function Interrupt({ at, reply }: { at: string; reply: SubmissionResult | null }) {
  const { form, fields, busy } = useIntentForm(interruptSchema, { intent: 'interrupt', reply })
  return (
    <Step label="Interrupt…" isOpen={reply !== null}>
      <IntentForm form={form} intent="interrupt" action={at}>
        <TextareaField
          meta={fields.reason}
          label="Reason"
          hint='For the log. Viewers see "Back in a moment" for up to 10 minutes.'
          rows={2}
        />
        <div>
          <Button type="submit" variant="secondary" busy={busy}>
            Interrupt
          </Button>
        </div>
      </IntentForm>
    </Step>
  )
}

function End({ at, reply }: { at: string; reply: SubmissionResult | null }) {
  const { form, fields, busy } = useIntentForm(endSchema, { intent: 'end', reply })
  return (
    <Step label="End…" isOpen={reply !== null}>
      <IntentForm form={form} intent="end" action={at}>
        <TextareaField
          meta={fields.reason}
          label="Reason"
          optional
          hint="For the log. A stream that ended can't go live again."
          rows={2}
        />
        <div>
          <Button type="submit" variant="danger" busy={busy}>
            End the stream
          </Button>
        </div>
      </IntentForm>
    </Step>
  )
}

function Cancel({
  at,
  reply,
  passes,
  asksPassword,
}: {
  at: string
  reply: SubmissionResult | null
  passes: number
  asksPassword: boolean
}) {
  const { form, fields, busy } = useIntentForm(cancelSchema, { intent: 'cancel', reply })
  const refunds =
    passes === 0
      ? ''
      : passes === 1
        ? ' 1 pass is refunded.'
        : ` ${passes.toLocaleString('en-US')} passes are refunded.`
  return (
    <Step label="Cancel stream…" isOpen={reply !== null}>
      <IntentForm form={form} intent="cancel" action={at}>
        <TextareaField
          meta={fields.reason}
          label="Reason"
          hint={`For the log. You can't undo this.${refunds}`}
          rows={2}
        />
        {asksPassword && (
          <PasswordField
            meta={fields.currentPassword}
            label="Your password"
            autoComplete="current-password"
          />
        )}
        <div>
          <Button type="submit" variant="danger" busy={busy}>
            Cancel the stream
          </Button>
        </div>
      </IntentForm>
    </Step>
  )
}
