import type { SubmissionResult } from '@conform-to/react'
import { Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { FieldErrors, TextareaField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { reasonTexts } from '../moderation.rules.ts'
import { reportSchema } from '../moderation.schema.ts'
import { reportReasons } from '../moderation.types.ts'
import * as css from './moderation.css.ts'

/** Thanks for a report. @param back where the reader came from */
export function ReportSent({ back }: { back: string }) {
  return (
    <div className={stack[5]}>
      <PageHeader title="Thanks for telling us" text="A moderator looks at it. You won’t see it anymore." />
      <div>
        <LinkButton to={back}>Continue</LinkButton>
      </div>
    </div>
  )
}

/**
 * Asks what is wrong with a post.
 * @param post what is reported: its author and how it begins
 * @param back where the reader came from
 * @param reply the server's reply to the last try
 */
export function ReportForm({
  post,
  back,
  reply,
}: {
  post: { id: string; author: string; excerpt: string }
  back: string
  reply: SubmissionResult | null
}) {
  const { form, fields, busy } = useIntentForm(reportSchema, { intent: 'report', reply })
  const failed = Boolean(fields.reason.errors?.length)
  return (
    <div className={stack[4]}>
      <blockquote className={css.quote}>
        <p className={css.faint}>{post.author}</p>
        {post.excerpt}
      </blockquote>
      <IntentForm form={form} intent="report" action={paths.reportPost(post.id, { back })}>
        <fieldset aria-describedby={failed ? `${fields.reason.id}-error` : undefined}>
          <legend>What is wrong with it?</legend>
          {reportReasons.map((value) => (
            <label key={value} className={css.reason}>
              <input
                type="radio"
                name={fields.reason.name}
                value={value}
                required
                defaultChecked={fields.reason.initialValue === value}
              />
              <span>
                {reasonTexts[value].label}
                <br />
                <span className={css.faint}>{reasonTexts[value].hint}</span>
              </span>
            </label>
          ))}
          <FieldErrors id={`${fields.reason.id}-error`} errors={fields.reason.errors} />
        </fieldset>
        <TextareaField meta={fields.note} label="Anything we should know?" optional rows={3} />
        <p className={css.faint}>
          The author won’t learn who reported it, and you won’t see it anymore.{' '}
          <Link to={paths.communityRules()}>Community rules</Link>
        </p>
        <div className={cluster[3]}>
          <Button type="submit" busy={busy}>
            Report
          </Button>
          <LinkButton to={back} variant="secondary">
            Cancel
          </LinkButton>
        </div>
      </IntentForm>
    </div>
  )
}
