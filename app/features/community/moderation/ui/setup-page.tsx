import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField, TextareaField, TextField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { stack } from '#ui/layout.css.ts'
import { type Column, Table } from '#ui/table.tsx'
import { ruleName } from '../moderation.rules.ts'
import { replySchema, termSchema } from '../moderation.schema.ts'
import { type CannedReply, type ModerationSetup, termActions, termKinds } from '../moderation.types.ts'
import { Section } from './case-page.tsx'
import * as css from './moderation.css.ts'

type Term = ModerationSetup['terms'][number]
const kindNames = { word: 'Word', domain: 'Domain', brand: 'Reserved name' }
const actionNames = {
  review: 'Hold for review',
  report: 'Post, and open a case',
  refuse: 'Refuse',
}

function Drop({ intent, id, name }: { intent: string; id: string; name: string }) {
  return (
    <Form method="post" action={paths.moderationSetup()}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      <Button type="submit" variant="secondary" size="sm" aria-label={`Delete ${name}`}>
        Delete
      </Button>
    </Form>
  )
}

const termColumns: Column<Term>[] = [
  { key: 'term', header: 'Word', cell: ({ term }) => term },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => kindNames[kind] },
  { key: 'action', header: 'What happens', cell: ({ action }) => actionNames[action] },
  { key: 'drop', header: 'Action', cell: ({ id, term }) => <Drop intent="drop-term" id={id} name={term} /> },
]

function TermForm({ reply }: { reply: SubmissionResult | null }) {
  const { form, fields, busy } = useIntentForm(termSchema, { intent: 'term', reply })
  return (
    <IntentForm form={form} intent="term" action={paths.moderationSetup()}>
      <TextField
        meta={fields.term}
        label="Word, domain or name"
        hint="A * stands for any letters: sell*"
        autoComplete="off"
      />
      <SelectField
        meta={fields.kind}
        label="Kind"
        options={termKinds.map((value) => ({ value, label: kindNames[value] }))}
      />
      <SelectField
        meta={fields.action}
        label="What happens"
        hint="Reserved names are always refused."
        options={termActions.map((value) => ({ value, label: actionNames[value] }))}
      />
      <div>
        <Button type="submit" busy={busy}>
          Add
        </Button>
      </div>
    </IntentForm>
  )
}

function ReplyForm({ setup, reply }: { setup: ModerationSetup; reply: SubmissionResult | null }) {
  const { form, fields, busy } = useIntentForm(replySchema, { intent: 'reply', reply })
  return (
    <IntentForm form={form} intent="reply" action={paths.moderationSetup()}>
      <TextField meta={fields.title} label="Name" autoComplete="off" />
      <SelectField
        meta={fields.rule}
        label="Rule"
        placeholder="Choose"
        options={setup.rules.map(({ rule: value, number, title }) => ({
          value,
          label: `${number}. ${title}`,
        }))}
      />
      <TextareaField meta={fields.text} label="What the author reads" rows={3} />
      <div>
        <Button type="submit" busy={busy}>
          Add reply
        </Button>
      </div>
    </IntentForm>
  )
}

/** Shows words and domains that are looked for, and replies to choose from, and changes them. */
export function SetupPage({ setup, reply }: { setup: ModerationSetup; reply: SubmissionResult | null }) {
  const replyTo = (intent: string) => (reply?.initialValue?.intent === intent ? reply : null)
  const replyColumns: Column<CannedReply>[] = [
    { key: 'title', header: 'Name', cell: ({ title }) => title },
    { key: 'rule', header: 'Rule', cell: ({ rule }) => ruleName(rule, setup.rules) },
    { key: 'text', header: 'Text', phone: 'wide', cell: ({ text }) => text },
    {
      key: 'drop',
      header: 'Action',
      cell: ({ id, title }) => <Drop intent="drop-reply" id={id} name={title} />,
    },
  ]
  return (
    <div className={stack[5]}>
      <Section id="setup-terms" title="Words, domains and reserved names">
        <div className={css.columns}>
          <Table
            isCompact
            caption="Words, domains and reserved names"
            columns={termColumns}
            rows={setup.terms}
            rowKey={({ id }) => id}
            empty={<EmptyState title="No words yet" />}
          />
          <div className={stack[4]}>
            <p>
              Nobody but our team gets a name with <strong>{setup.brand}</strong> in it, however it’s spelled.
              Add more names here.
            </p>
            <TermForm reply={replyTo('term')} />
          </div>
        </div>
      </Section>
      <Section id="setup-replies" title="Replies">
        <div className={css.columns}>
          <Table
            isCompact
            caption="Replies"
            columns={replyColumns}
            rows={setup.replies}
            rowKey={({ id }) => id}
            empty={<EmptyState title="No replies yet" />}
          />
          <ReplyForm setup={setup} reply={replyTo('reply')} />
        </div>
      </Section>
    </div>
  )
}
