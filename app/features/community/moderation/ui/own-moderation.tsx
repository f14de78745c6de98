import type { SubmissionResult } from '@conform-to/react'
import { Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextareaField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { stack } from '#ui/layout.css.ts'
import { touchLink } from '#ui/touch-link.css.ts'
import { ruleName, sanctionName } from '../moderation.rules.ts'
import { appealSchema } from '../moderation.schema.ts'
import type { OwnModeration, Sanction } from '../moderation.types.ts'
import { Section } from './case-page.tsx'
import * as css from './moderation.css.ts'
import { When } from './person-record.tsx'
import { PostNotice } from './post-notice.tsx'

/** Takes an appeal, against a sanction or a removed post. */
function AppealForm({
  against,
  reply,
}: {
  against: { sanction: string } | { case: string }
  reply: SubmissionResult | null
}) {
  const [[name, id] = ['', '']] = Object.entries(against)
  const { form, fields, busy } = useIntentForm(appealSchema, { intent: `appeal-${id}`, reply })
  return (
    <details open={reply !== null}>
      <summary>Appeal</summary>
      <IntentForm form={form} intent="appeal" action={paths.ownModeration()}>
        <input type="hidden" name={name} value={id} />
        <TextareaField
          meta={fields.text}
          label="Why do you disagree?"
          hint="Somebody who didn’t make the decision reads it. You can appeal once."
          rows={4}
        />
        <div>
          <Button type="submit" busy={busy}>
            Send appeal
          </Button>
        </div>
      </IntentForm>
    </details>
  )
}

const appealTexts = { open: 'Appeal sent', granted: 'Appeal granted', denied: 'Appeal denied' }

function OwnSanction({
  sanction,
  shown,
  reply,
}: {
  sanction: Sanction
  shown: OwnModeration
  reply: SubmissionResult | null
}) {
  const { appeal } = sanction
  return (
    <li className={sanction.isActive ? css.entries.trouble : css.entries.plain}>
      <p className={css.badges}>
        <strong>{sanctionName(sanction)}</strong>
        {sanction.liftedAt && <Badge tone="success">Lifted</Badge>}
        {appeal && (
          <Badge tone={appeal.state === 'granted' ? 'success' : 'neutral'}>{appealTexts[appeal.state]}</Badge>
        )}
      </p>
      <p className={css.faint}>
        <When at={sanction.startsAt} clock={shown} />
        {sanction.endsAt && (
          <>
            {' to '}
            <When at={sanction.endsAt} clock={shown} />
          </>
        )}
        . {ruleName(sanction.rule, shown.rules)}
      </p>
      <p className={css.text}>{sanction.reason}</p>
      {appeal?.reason && <p className={css.quote}>{appeal.reason}</p>}
      {sanction.canAppeal && <AppealForm against={{ sanction: sanction.id }} reply={reply} />}
    </li>
  )
}

/**
 * Shows people what moderators decided about them, and takes appeals.
 * @param done true after an appeal was sent
 * @param reply the server's reply to the last try
 */
export function OwnModerationPage({
  shown,
  done,
  reply,
}: {
  shown: OwnModeration
  done: boolean
  reply: SubmissionResult | null
}) {
  const replyTo = (id: string | null) =>
    reply && (reply.initialValue?.sanction === id || reply.initialValue?.case === id) ? reply : null
  const { sanctions, posts, mutedUntil } = shown
  return (
    <div className={stack[5]}>
      {done && (
        <Banner tone="success" announce>
          We got your appeal, and will write to you.
        </Banner>
      )}
      {mutedUntil && (
        <Banner tone="warning" title="You can’t post right now">
          You can again from <When at={mutedUntil} clock={shown} /> on. Your tickets and orders stay valid.
        </Banner>
      )}
      {sanctions.length + posts.length === 0 && (
        <EmptyState
          title="Nothing here"
          text="We haven’t removed any of your posts, and you can post freely."
        />
      )}
      {sanctions.length > 0 && (
        <Section id="own-sanctions" title="Warnings and mutes">
          <ul className={css.list}>
            {sanctions.map((sanction) => (
              <OwnSanction key={sanction.id} sanction={sanction} shown={shown} reply={replyTo(sanction.id)} />
            ))}
          </ul>
        </Section>
      )}
      {posts.length > 0 && (
        <Section id="own-posts" title="Posts that others don’t see">
          <ul className={`${css.plainList} ${stack[4]}`}>
            {posts.map((post) => (
              <li key={post.id} className={stack[2]}>
                <p className={css.quote}>{post.excerpt}</p>
                <PostNotice
                  notice={{ ...post, canAppeal: false }}
                  edit={paths.editPost(post.id)}
                  clock={shown}
                />
                {post.canAppeal && post.caseId && (
                  <AppealForm against={{ case: post.caseId }} reply={replyTo(post.caseId)} />
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <p>
        <Link to={paths.communityRules()} className={touchLink}>
          Community rules
        </Link>
      </p>
    </div>
  )
}
