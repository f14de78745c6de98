import type { SubmissionResult } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { formatDay } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { PasswordField, TextareaField, TextField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { touchLink } from '#ui/touch-link.css.ts'
import { failureTexts, passesText } from '../desk.rules.ts'
import { refundPassesSchema, refundPassSchema } from '../desk.schema.ts'
import type { DeskPasses, StreamDesk } from '../desk.types.ts'
import * as css from './desk.css.ts'
import { type DeskReply, replyTo, Step } from './stream-controls.tsx'

/** Shows the passes of a stream, and gives back one, or all after a failure. Renders nothing where none is sold. */
export function StreamPasses({ desk, reply }: { desk: StreamDesk; reply: DeskReply }) {
  const { passes, failure, currency, stream, isProven } = desk
  if (!passes) return null
  const at = paths.adminStream(stream.id)
  return (
    <Card as="section" aria-labelledby="passes-title">
      <div className={stack[4]}>
        <h2 id="passes-title" className={css.title}>
          Passes
        </h2>
        <p className={css.note} data-testid="passes">
          {passesText(passes, currency)}
        </p>
        {failure && passes.count > 0 && (
          <Banner tone="warning" title={failureTexts[failure]}>
            <p>You can refund all of its passes.</p>
          </Banner>
        )}
        <div className={cluster[3]}>
          {failure && passes.count > 0 && (
            <RefundAll
              at={at}
              reply={replyTo(reply, 'refund-all')}
              text={passesText(passes, currency)}
              asksPassword={!isProven}
            />
          )}
          {passes.count > 0 && (
            <RefundOne at={at} reply={replyTo(reply, 'refund-pass')} asksPassword={!isProven} />
          )}
        </div>
        <Latest passes={passes} desk={desk} />
      </div>
    </Card>
  )
}

function Latest({ passes, desk }: { passes: DeskPasses; desk: StreamDesk }) {
  if (passes.latest.length === 0) return null
  return (
    <ul className={css.log} aria-label="Latest passes">
      {passes.latest.map(({ code, buyer, cents, paidAt }) => (
        <li key={code} className={css.entry}>
          <span className={css.badges}>
            <Link to={paths.ticketManagementOrder(code)} className={touchLink}>
              {code}
            </Link>
            <span>{buyer}</span>
          </span>
          <span className={css.small}>
            {formatMoney(cents, desk.currency)} on {formatDay(paidAt, desk.timeZone, desk.now)}
          </span>
        </li>
      ))}
    </ul>
  )
}

type RefundProps = { at: string; reply: SubmissionResult | null; asksPassword: boolean }

function RefundAll({ at, reply, asksPassword, text }: RefundProps & { text: string }) {
  const { form, fields, busy } = useIntentForm(refundPassesSchema, { intent: 'refund-all', reply })
  return (
    <Step label="Refund all passes…" isOpen={reply !== null}>
      <IntentForm form={form} intent="refund-all" action={at}>
        <p className={css.note}>{text}. Everybody gets back what they paid.</p>
        <TextareaField meta={fields.reason} label="Reason" hint="For the log." rows={2} />
        {asksPassword && (
          <PasswordField
            meta={fields.currentPassword}
            label="Your password"
            autoComplete="current-password"
          />
        )}
        <div>
          <Button type="submit" variant="danger" busy={busy}>
            Refund all passes
          </Button>
        </div>
      </IntentForm>
    </Step>
  )
}

function RefundOne({ at, reply, asksPassword }: RefundProps) {
  const { form, fields, busy } = useIntentForm(refundPassSchema, { intent: 'refund-pass', reply })
  return (
    <Step label="Refund one pass…" isOpen={reply !== null}>
      <IntentForm form={form} intent="refund-pass" action={at}>
        <TextField
          meta={fields.code}
          label="Order code"
          hint="Playback stops within minutes."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <TextareaField meta={fields.reason} label="Reason" hint="For the log." rows={2} />
        {asksPassword && (
          <PasswordField
            meta={fields.currentPassword}
            label="Your password"
            autoComplete="current-password"
          />
        )}
        <div>
          <Button type="submit" variant="danger" busy={busy}>
            Refund this pass
          </Button>
        </div>
      </IntentForm>
    </Step>
  )
}
