import { Form, useNavigate } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Field, Select } from '#ui/field.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import type { AudienceChoices } from '../audiences.types.ts'
import { AudienceFigures } from './audience-count.tsx'
import { type AudienceAnswer, AudienceEditor } from './audience-editor.tsx'

/**
 * Renders who a campaign goes to: its conditions, which may begin with those of a saved audience, and how many it reaches.
 * @param isOpen may be changed: the campaign is a draft
 */
export function CampaignAudience({
  campaignId,
  version,
  isNotice,
  isOpen,
  start,
  choices,
  saved,
}: {
  campaignId: string
  version: number
  isNotice: boolean
  isOpen: boolean
  start: AudienceAnswer
  choices: AudienceChoices
  saved: readonly { id: string; name: string }[]
}) {
  const navigate = useNavigate()
  if (!isOpen)
    return (
      <div className={stack[4]}>
        <Banner tone="info">The audience can be changed while the campaign is a draft.</Banner>
        {start.count && <AudienceFigures count={start.count} isNotice={isNotice} />}
      </div>
    )
  return (
    <div className={stack[5]}>
      {isNotice && (
        <p className={text.muted}>
          A notice goes to everybody who holds a ticket, whether or not they agreed to news. Conditions narrow
          it down.
        </p>
      )}
      {saved.length > 0 && (
        <Form method="get" className={cluster[3]}>
          <Field id="from" label="Begin with a saved audience">
            {(control) => (
              <Select
                {...control}
                name="from"
                defaultValue=""
                placeholder="Choose"
                options={saved.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={({ target }) =>
                  navigate(paths.campaignAudience(campaignId, { from: target.value }))
                }
              />
            )}
          </Field>
          <noscript>
            <Button type="submit" variant="secondary">
              Use
            </Button>
          </noscript>
        </Form>
      )}
      <AudienceEditor start={start} version={version} choices={choices} isNamed={false} isNotice={isNotice} />
    </div>
  )
}
