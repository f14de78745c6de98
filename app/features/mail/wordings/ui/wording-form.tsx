import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { formatMoment } from '#core/event-time.ts'
import { machineTime } from '#core/machine-time.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextareaField, TextField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, split, stack } from '#ui/layout.css.ts'
import type { MailText } from '../../mail.types.ts'
import { wordingFormSchema } from '../wordings.schema.ts'
import type { MailWordings } from '../wordings.types.ts'
import * as css from './wording.css.ts'

/** The words of one kind of mail: their form, how its sample reads with them, and earlier versions. */
export function WordingForm({
  kind,
  timeZone,
  now,
  preview,
  reply,
}: {
  kind: MailWordings['kinds'][number]
  timeZone: string
  now: string
  preview: Pick<MailText, 'subject' | 'html'>
  reply: SubmissionResult | null
}) {
  const [latest] = kind.versions
  const version = latest?.version ?? 0
  const { form, fields, busy } = useIntentForm(wordingFormSchema, {
    intent: 'save',
    reply,
    defaultValue: {
      subject: latest?.subject ?? '',
      intro: latest?.intro ?? '',
      closing: latest?.closing ?? '',
    },
  })
  return (
    <div className={split}>
      <div className={stack[5]}>
        <Card>
          <IntentForm form={form} intent="save" action={paths.mailWording(kind.kind)}>
            <input type="hidden" name="version" value={version} />
            <TextField
              meta={fields.subject}
              label="Subject"
              hint="Empty for the default. {{subject}} stands for it."
              optional
              autoComplete="off"
            />
            <TextareaField
              meta={fields.intro}
              label="Below the title"
              hint="Leave a line empty between paragraphs."
              optional
              rows={4}
            />
            <TextareaField meta={fields.closing} label="At the end" optional rows={4} />
            <Button type="submit" busy={busy}>
              Save
            </Button>
          </IntentForm>
        </Card>
        <Versions kind={kind} timeZone={timeZone} now={now} />
      </div>
      <Card as="section" aria-labelledby="wording-preview" className={stack[3]}>
        <h2 id="wording-preview" className={css.title}>
          Preview on a sample
        </h2>
        <p data-testid="subject">{preview.subject}</p>
        <iframe
          className={css.frame}
          title="Email preview"
          sandbox="allow-same-origin"
          srcDoc={preview.html}
        />
      </Card>
    </div>
  )
}

function Versions({
  kind: { kind, versions },
  timeZone,
  now,
}: {
  kind: MailWordings['kinds'][number]
  timeZone: string
  now: string
}) {
  const [latest] = versions
  if (!latest) return null
  const isDefault = !latest.subject && !latest.intro && !latest.closing
  return (
    <Card as="section" aria-labelledby="wording-versions" className={stack[3]}>
      <h2 id="wording-versions" className={css.title}>
        Versions
      </h2>
      <ol className={css.versions}>
        {versions.map((entry) => (
          <li key={entry.version} className={cluster[3]}>
            <span>
              {`Version ${entry.version}`}
              {entry.by && `, ${entry.by}`}
              {', '}
              <time dateTime={machineTime(entry.savedAt)} suppressHydrationWarning>
                {formatMoment(entry.savedAt, timeZone, now)}
              </time>
            </span>
            {entry.version === latest.version ? (
              <Badge tone="success">In use</Badge>
            ) : (
              <Restore kind={kind} version={latest.version} wording={entry}>
                {`Use version ${entry.version}`}
              </Restore>
            )}
          </li>
        ))}
      </ol>
      {!isDefault && (
        <Restore kind={kind} version={latest.version} wording={{ subject: '', intro: '', closing: '' }}>
          Reset to default
        </Restore>
      )}
    </Card>
  )
}

/** Saves words as the next version. */
function Restore({
  kind,
  version,
  wording,
  children,
}: {
  kind: string
  version: number
  wording: { subject: string; intro: string; closing: string }
  children: string
}) {
  return (
    <Form method="post" action={paths.mailWording(kind)}>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="subject" value={wording.subject} />
      <input type="hidden" name="intro" value={wording.intro} />
      <input type="hidden" name="closing" value={wording.closing} />
      <Button type="submit" variant="ghost" size="sm">
        {children}
      </Button>
    </Form>
  )
}
