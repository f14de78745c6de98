import type { SubmissionResult } from '@conform-to/react'
import * as paths from '#core/paths.ts'
import { permissions } from '#core/permissions.ts'
import { roleNames } from '#core/role-names.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PasswordField, SelectField, TextareaField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, narrow } from '#ui/layout.css.ts'
import { type PersonStep, stepRefusal, stepTexts } from '../people.rules.ts'
import { personStepSchema } from '../people.schema.ts'
import type { Account, PersonPage } from '../people.types.ts'

/** Roles that one person gives another. */
const givenRoles = permissions.own_account.roles.toReversed()
const termNames = { '1': '1 day', '7': '7 days', '30': '30 days', '90': '90 days', open: 'Until reinstated' }

/**
 * Asks for a reason, and for the password where the last proof is too old, before something is done to an account.
 * @param merge the merge that is undone, null for every other step
 * @param reply the server's reply to the last try
 */
export function PersonStepForm({
  person,
  account,
  step,
  merge,
  reply,
}: {
  person: PersonPage
  account: Account
  step: PersonStep
  merge: string | null
  reply: SubmissionResult | null
}) {
  const { form, fields, busy } = useIntentForm(personStepSchema, { intent: step, reply })
  const { text, button, danger, unproven } = stepTexts[step]
  const refusal = stepRefusal(step, account)
  if (refusal && !reply) {
    return (
      <EmptyState
        title={refusal}
        action={
          <LinkButton to={paths.userManagementPerson(person.id)} variant="secondary">
            Back to {person.displayName}
          </LinkButton>
        }
      />
    )
  }
  return (
    <div className={narrow}>
      <IntentForm form={form} intent={step} action={paths.userManagementStep(person.id, step)}>
        <p>{text}</p>
        {step === 'role' && (
          <SelectField
            meta={fields.role}
            label="New role"
            placeholder="Choose"
            options={givenRoles
              .filter((role) => role !== account.role)
              .map((role) => ({ value: role, label: roleNames[role].text }))}
          />
        )}
        {step === 'suspend' && (
          <SelectField
            meta={fields.term}
            label="How long"
            options={Object.entries(termNames).map(([value, label]) => ({ value, label }))}
          />
        )}
        {merge && <input type="hidden" name="merge" value={merge} />}
        <TextareaField
          meta={fields.reason}
          label="Reason"
          hint="For the audit log. Other admins can read it."
          rows={2}
        />
        {!account.isProven && !unproven && (
          <PasswordField
            meta={fields.currentPassword}
            label="Your password"
            autoComplete="current-password"
          />
        )}
        <div className={cluster[3]}>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
            {button}
          </Button>
          <LinkButton to={paths.userManagementPerson(person.id)} variant="secondary">
            Cancel
          </LinkButton>
        </div>
      </IntentForm>
    </div>
  )
}
