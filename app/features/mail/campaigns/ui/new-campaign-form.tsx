import type { SubmissionResult } from '@conform-to/react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { newCampaignSchema } from '../campaign.schema.ts'
import type { CampaignKind, CampaignTemplates, CardChoice } from '../campaign.types.ts'

/**
 * Makes a draft of one kind.
 * @param events whose holders a notice may go to
 */
export function NewCampaignForm({
  kind,
  templates,
  events,
  reply,
}: {
  kind: CampaignKind
  templates: CampaignTemplates['templates']
  events: CardChoice[]
  reply: SubmissionResult | null
}) {
  const { form, fields, busy } = useIntentForm(newCampaignSchema, {
    intent: 'create',
    reply,
    defaultValue: { kind },
  })
  const offered = templates.filter((template) => template.kind === kind && template.archivedAt === null)
  return (
    <Card>
      <IntentForm form={form} intent="create" action={paths.campaignNew({ kind })}>
        <input type="hidden" name={fields.kind.name} value={kind} />
        <TextField
          meta={fields.name}
          label="Name"
          hint="Only your team sees it."
          maxLength={100}
          autoComplete="off"
        />
        {kind === 'notice' && (
          <SelectField
            meta={fields.event}
            label="To ticket holders of"
            placeholder="Choose an event"
            options={events.map(({ id, title }) => ({ value: id, label: title }))}
          />
        )}
        <SelectField
          meta={fields.template}
          label="Begin with"
          options={[
            { value: '', label: 'An empty email' },
            ...offered.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Button type="submit" busy={busy}>
          Create draft
        </Button>
      </IntentForm>
    </Card>
  )
}
