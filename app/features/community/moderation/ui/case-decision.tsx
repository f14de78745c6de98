import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { postStates } from '#core/post-states.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextareaField } from '#ui/field.tsx'
import { IntentForm, useBusy, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { Shortcuts } from '#ui/office/list-frame.tsx'
import { caseKeys, stepNames, suggestedRule } from '../moderation.rules.ts'
import { removeSchema } from '../moderation.schema.ts'
import { type CasePage, sanctionSteps } from '../moderation.types.ts'
import { NextCase } from './case-list.tsx'
import * as css from './moderation.css.ts'

/** One button of a case: it sends its intent and the version that the moderator saw. */
function Act({
  found,
  intent,
  shortcut,
  children,
}: {
  found: CasePage
  intent: 'claim' | 'release' | 'keep' | 'dismiss'
  shortcut?: string
  children: string
}) {
  const busy = useBusy(intent)
  return (
    <Form method="post" action={paths.moderationCase(found.id)}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={found.version} />
      <Button type="submit" variant="secondary" busy={busy} data-case-key={shortcut}>
        {children}
      </Button>
    </Form>
  )
}

/** Removes the post under a rule, with a reason for its author and perhaps a sanction. */
function RemoveForm({ found, reply }: { found: CasePage; reply: SubmissionResult | null }) {
  const rule = suggestedRule(
    found.sources,
    found.reportList.map(({ reason }) => reason),
  )
  const replyTo = (code: string | null) => found.replies.find((each) => each.rule === code)?.text ?? ''
  const { form, fields, busy } = useIntentForm(removeSchema, {
    intent: 'remove',
    reply,
    defaultValue: { rule: rule ?? '', reason: replyTo(rule), sanction: 'none' },
  })
  /** Puts the reply of a rule in place of another reply, never of what somebody typed. */
  const suggest = (code: string) => {
    const field = document.getElementById(fields.reason.id)
    if (!(field instanceof HTMLTextAreaElement)) return
    if (field.value === '' || found.replies.some(({ text }) => text === field.value))
      field.value = replyTo(code)
  }
  return (
    <IntentForm form={form} intent="remove" action={paths.moderationCase(found.id)}>
      <input type="hidden" name="version" value={found.version} />
      <SelectField
        meta={fields.rule}
        label="Rule"
        placeholder="Choose"
        options={found.rules.map(({ rule: value, number, title }) => ({
          value,
          label: `${number}. ${title}`,
        }))}
        onChange={(event) => suggest(event.currentTarget.value)}
      />
      <TextareaField meta={fields.reason} label="Reason" hint="The author reads this." rows={3} />
      <SelectField
        meta={fields.reply}
        label="Or use a reply"
        optional
        hint="Used where you type no reason."
        options={[
          { value: '', label: 'None' },
          ...found.replies.map(({ title, text }) => ({ value: text, label: title })),
        ]}
      />
      <SelectField
        meta={fields.sanction}
        label="Sanction"
        hint={
          found.person.isStaff
            ? 'Staff can’t be sanctioned here.'
            : `Next step for this person: ${stepNames[found.person.nextStep]}.`
        }
        options={[
          { value: 'none', label: 'None' },
          ...sanctionSteps.map((value) => ({ value, label: stepNames[value] })),
        ]}
      />
      <div>
        <Button type="submit" variant="danger" busy={busy} data-case-key={caseKeys.remove}>
          Remove post
        </Button>
      </div>
    </IntentForm>
  )
}

/** Lets single keys decide: the key's button is pressed, and a digit chooses the rule with this number. */
function CaseShortcuts({ found }: { found: CasePage }) {
  const press = (key: string) => {
    const number = Number(key)
    const field = document.getElementById('remove-form-rule')
    if (number > 0 && field instanceof HTMLSelectElement) {
      field.value = found.rules.find((each) => each.number === number)?.rule ?? field.value
      field.dispatchEvent(new Event('change', { bubbles: true }))
      return
    }
    document.querySelector<HTMLButtonElement>(`[data-case-key="${key}"]`)?.click()
  }
  const digits = found.rules.map(({ number }) => String(number))
  return (
    <Shortcuts keys={[...Object.values(caseKeys), ...digits]} press={press} name="case">
      <kbd>{caseKeys.claim}</kbd> claims, <kbd>{caseKeys.keep}</kbd> keeps, <kbd>1</kbd>–
      <kbd>{found.rules.length}</kbd> choose the rule, <kbd>{caseKeys.remove}</kbd> removes,{' '}
      <kbd>{caseKeys.dismiss}</kbd> dismisses, <kbd>{caseKeys.next}</kbd> goes to the next case.
    </Shortcuts>
  )
}

/**
 * What a moderator does with a case: claims it, keeps or removes the post, or dismisses the case.
 * @param reply the server's reply to the last try
 */
export function CaseDecision({ found, reply }: { found: CasePage; reply: SubmissionResult | null }) {
  const { isHeldBack } = postStates[found.postStatus]
  const isTaken = found.claimedBy !== null && !found.isMine
  const errors = reply?.error?.[''] ?? []
  return (
    <div className={stack[4]}>
      {reply?.initialValue?.intent !== 'remove' &&
        errors.map((error) => (
          <p key={error} role="alert">
            {error}
          </p>
        ))}
      {found.isOwn && <p>You wrote or reported this post, so another moderator decides.</p>}
      {isTaken && <p>{found.claimedBy} is working on this case.</p>}
      {!found.isOwn && !isTaken && (
        <>
          <div className={cluster[3]}>
            {found.isMine ? (
              <Act found={found} intent="release">
                Give back
              </Act>
            ) : (
              <Act found={found} intent="claim" shortcut={caseKeys.claim}>
                Claim for 10 minutes
              </Act>
            )}
            <Act found={found} intent="keep" shortcut={caseKeys.keep}>
              {isHeldBack ? 'Show post' : 'Keep post'}
            </Act>
            {!isHeldBack && (
              <Act found={found} intent="dismiss" shortcut={caseKeys.dismiss}>
                Dismiss
              </Act>
            )}
          </div>
          <hr className={css.line} />
          <RemoveForm found={found} reply={reply?.initialValue?.intent === 'remove' ? reply : null} />
        </>
      )}
      <NextCase />
      <CaseShortcuts found={found} />
    </div>
  )
}
