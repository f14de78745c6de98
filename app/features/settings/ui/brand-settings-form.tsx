import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { Plus, Trash2 } from 'lucide-react'
import { zoneName } from '#core/zone-name.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { FieldErrors, FormErrors, SwitchField, TextField } from '#ui/field.tsx'
import { grid, stack, text } from '#ui/layout.css.ts'
import { FormSection } from '#ui/office/form-section.tsx'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import { settingsForm } from '../brand-settings.rules.ts'
import { type BrandSettings, type BrandSettingsInput, brandSettingsSchema } from '../brand-settings.schema.ts'
import * as css from './brand-settings-form.css.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * Edits the settings of the brand. Works without JavaScript.
 * @param fixed what was chosen once: prices and dates are stored with it
 * @param version the stored version that the values are of
 * @param lastResult the server's reply to the last try; of a conflict it has the values that are stored now
 */
export function BrandSettingsForm({
  values,
  fixed,
  version,
  lastResult,
}: {
  values: BrandSettings
  fixed: { timeZone: string; currency: string; pinMinutes: number }
  version: string
  lastResult: SubmissionResult | null
}) {
  const busy = useNavigation().state === 'submitting'
  const [form, fields] = useForm<BrandSettingsInput>({
    id: 'brand-settings',
    lastResult: lastResult as SubmissionResult<string[]> | null,
    defaultValue: settingsForm(values, version) as never,
    constraint: getZodConstraint(brandSettingsSchema),
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema: brandSettingsSchema }) as never,
  })
  const links = fields.socialLinks.getFieldList()
  return (
    <Form method="post" {...getFormProps(form)} className={stack[5]}>
      {/* Enter in a field saves, rather than pressing the first button that removes a link */}
      <button type="submit" className={visuallyHidden} tabIndex={-1} aria-hidden="true">
        Save
      </button>
      <FormErrors id={form.errorId} errors={form.errors} />
      <input type="hidden" name={fields.version.name} defaultValue={textOf(fields.version.initialValue)} />
      <input type="hidden" name={fields.base.name} defaultValue={textOf(fields.base.initialValue)} />
      <FormSection id="section-brand" title="Brand" hint="Shown on every page, in emails and on receipts.">
        <div className={grid.halves}>
          <TextField meta={fields.brand} label="Brand" autoComplete="off" />
          <TextField
            meta={fields.company}
            label="Company"
            autoComplete="off"
            hint="The legal name, in the footer."
          />
        </div>
        <TextField meta={fields.tagline} label="Tagline" optional autoComplete="off" />
        <div className={grid.halves}>
          <TextField
            meta={fields.contactEmail}
            label="Contact email"
            optional
            type="email"
            autoComplete="off"
            hint="Receives messages from the contact form. Leave empty to close the form."
          />
          <TextField
            meta={fields.postalAddress}
            label="Postal address"
            optional
            autoComplete="off"
            hint="In the footer of emails, on one line."
          />
        </div>
      </FormSection>
      <FormSection id="section-links" title="Social links" hint="In the footer, in this order. Up to 8.">
        {links.map((link, index) => {
          const { label, url } = link.getFieldset()
          return (
            <div key={link.key} className={css.link}>
              <TextField meta={label} label="Name" autoComplete="off" />
              <div className={css.address}>
                <TextField
                  meta={url}
                  label="Link"
                  inputMode="url"
                  autoComplete="off"
                  placeholder="https://"
                />
              </div>
              <IconButton
                label={`Remove link ${index + 1}`}
                type="submit"
                {...form.remove.getButtonProps({ name: fields.socialLinks.name, index })}
              >
                <Trash2 size={18} aria-hidden="true" />
              </IconButton>
            </div>
          )
        })}
        <FieldErrors id={`${fields.socialLinks.id}-error`} errors={fields.socialLinks.errors} />
        {links.length < 8 && (
          <div>
            <Button
              variant="secondary"
              type="submit"
              {...form.insert.getButtonProps({
                name: fields.socialLinks.name,
                defaultValue: { label: '', url: '' },
              })}
            >
              <Plus size={18} aria-hidden="true" />
              Add link
            </Button>
          </div>
        )}
      </FormSection>
      <FormSection
        id="section-selling"
        title="Selling"
        hint="Changes apply to new carts and orders right away."
      >
        <div className={grid.halves}>
          <TextField
            meta={fields.holdMinutes}
            label="Hold time (minutes)"
            inputMode="numeric"
            hint="5 to 30."
          />
          <TextField
            meta={fields.qrVisibleHours}
            label="QR codes visible (hours before doors)"
            inputMode="numeric"
            hint="0 to 72."
          />
          <TextField
            meta={fields.maxPerOrder}
            label="Tickets per order"
            inputMode="numeric"
            hint="1 to 20."
          />
          <TextField
            meta={fields.maxPerPerson}
            label="Tickets per person and event"
            inputMode="numeric"
            hint="1 to 20. An event can have its own limit."
          />
          <TextField
            meta={fields.maxTransfers}
            label="Transfers per ticket"
            inputMode="numeric"
            hint="0 to 5. 0 turns transfers off."
          />
          <TextField
            meta={fields.playbackMinutes}
            label="Stream playback without renewal (minutes)"
            inputMode="numeric"
            hint="1 to 15. A refund or a ban stops playback after at most this long."
          />
        </div>
      </FormSection>
      <FormSection
        id="section-refunds"
        title="Refunds of new events"
        hint="The default for new events. Existing events keep their policy."
      >
        <div className={grid.halves}>
          <TextField
            meta={fields.refundHours}
            label="Refunds until (hours before doors)"
            optional
            inputMode="numeric"
            hint="48 is two days. Leave blank to sell without refunds."
          />
          <TextField
            meta={fields.refundKeptPercent}
            label="Keep of the price (%)"
            inputMode="numeric"
            hint="0 refunds the full price. At most 90."
          />
        </div>
        <SwitchField meta={fields.refundKeepsFee} label="Keep the service fee" />
      </FormSection>
      <FormSection
        id="section-marketing"
        title="Marketing email"
        hint="Order mail and mail that people asked for by event is sent at any time."
      >
        <div className={grid.halves}>
          <TextField
            meta={fields.marketingFromHour}
            label="Send from (hour)"
            inputMode="numeric"
            hint="0 to 23, in the recipient’s time zone. 9 is 9 AM."
          />
          <TextField
            meta={fields.marketingUntilHour}
            label="Send until (hour)"
            inputMode="numeric"
            hint="1 to 24. 21 is 9 PM."
          />
          <TextField
            meta={fields.marketingPerWeek}
            label="Emails per person and week"
            inputMode="numeric"
            hint="1 to 20. What is over the limit waits."
          />
        </div>
      </FormSection>
      <FormSection id="section-door" title="At the door">
        <TextField
          meta={fields.bagPolicy}
          label="Bag policy"
          optional
          autoComplete="off"
          hint="Shown in reminders. One line."
        />
      </FormSection>
      <FormSection id="section-fixed" title="Fixed" hint="Stored prices and past events depend on these.">
        <dl className={css.facts}>
          <Fact name="Currency" value={fixed.currency} />
          <Fact name="Time zone" value={zoneName(fixed.timeZone)} />
          <Fact name="Extra time while paying" value={`${fixed.pinMinutes} minutes, once`} />
        </dl>
      </FormSection>
      <div className={css.bar}>
        <Button type="submit" busy={busy}>
          Save settings
        </Button>
      </div>
    </Form>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className={text.small}>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
