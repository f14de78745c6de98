import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { postStates } from '#core/post-states.ts'
import { Banner } from '#ui/banner.tsx'
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
import { When } from './person-record.tsx'

/** Says why the last try was refused. */
export function CaseErrors({ reply }: { reply: SubmissionResult | null }) {
  return (reply?.error?.[''] ?? []).map((error) => (
    <p key={error} role="alert">
      {error}
    </p>
  ))
}

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
      <Button
        type="submit"
        variant="secondary"
        busy={busy}
        data-case-key={shortcut}
        aria-keyshortcuts={shortcut}
      >
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
          !found.person || found.person.isStaff
            ? 'Staff can’t be sanctioned here.'
            : `Next step for this person: ${stepNames[found.person.nextStep]}.`
        }
        options={[
          { value: 'none', label: 'None' },
          ...sanctionSteps.map((value) => ({ value, label: stepNames[value] })),
        ]}
      />
      <div>
        <Button
          type="submit"
          variant="danger"
          busy={busy}
          data-case-key={caseKeys.remove}
          aria-keyshortcuts={caseKeys.remove}
        >
          {found.isComment ? 'Remove comment' : 'Remove post'}
        </Button>
      </div>
    </IntentForm>
  )
}

/**
 * Lets single keys decide: the key's button is pressed, and a digit chooses the rule with this number.
 * @param mayDecide false where the page has no decision to take, only the next case
 */
export function CaseShortcuts({ found, mayDecide }: { found: CasePage; mayDecide: boolean }) {
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
  const { isHeldBack } = postStates[found.postStatus]
  const decisions = [
    ...(found.isMine ? [] : [{ keys: caseKeys.claim, does: 'claim' }]),
    { keys: caseKeys.keep, does: isHeldBack ? 'show' : 'keep' },
    ...(isHeldBack ? [] : [{ keys: caseKeys.dismiss, does: 'dismiss' }]),
    { keys: `1–${found.rules.length}`, does: 'rule' },
    { keys: caseKeys.remove, does: 'remove' },
  ]
  return (
    <Shortcuts keys={[...Object.values(caseKeys), ...digits]} press={press} name="case">
      <span className={css.keyList}>
        {[...(mayDecide ? decisions : []), { keys: caseKeys.next, does: 'next case' }].map(
          ({ keys, does }) => (
            <span key={keys}>
              <kbd className={css.key}>{keys}</kbd> {does}
            </span>
          ),
        )}
      </span>
    </Shortcuts>
  )
}

/**
 * Offers the decisions of a case: claim it, keep or remove the post, dismiss the case.
 * @param reply the server's reply to the last try
 */
export function CaseDecision({ found, reply }: { found: CasePage; reply: SubmissionResult | null }) {
  const { isHeldBack } = postStates[found.postStatus]
  const isTaken = found.claimedBy !== null && !found.isMine
  const mayDecide = !found.isOwn && !isTaken
  return (
    <div className={stack[4]}>
      {(reply?.initialValue?.intent !== 'remove' || !mayDecide) && <CaseErrors reply={reply} />}
      {found.isOwn && <p>You wrote or reported this post, so another moderator decides.</p>}
      {isTaken && found.claimedUntil && (
        <Banner tone="info" title={`${found.claimedBy} is working on this case`}>
          Free again at <When at={found.claimedUntil} clock={found} />, or when they give it back.
        </Banner>
      )}
      {mayDecide && (
        <>
          {found.isMine && found.claimedUntil && (
            <p className={css.faint}>
              Yours until <When at={found.claimedUntil} clock={found} />.
            </p>
          )}
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
              {`${isHeldBack ? 'Show' : 'Keep'} ${found.isComment ? 'comment' : 'post'}`}
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
      <NextCase after={found.id} />
      <CaseShortcuts found={found} mayDecide={mayDecide} />
    </div>
  )
}
