import type { SubmissionResult } from '@conform-to/react'
import { Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { printTicketCode } from '#core/ticket-code.ts'
import { shortDate } from '#core/time.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { PasswordField, TextareaField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, narrow, stack } from '#ui/layout.css.ts'
import { ListSearch } from '#ui/office/list-frame.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { mergeNames, words } from '../people.rules.ts'
import { mergeFormSchema } from '../people.schema.ts'
import type { ListedPerson, MergePreview } from '../people.types.ts'
import * as css from './person-page.css.ts'

/**
 * Chooses the account that another one is merged into, shows exactly what would move, and asks before it does.
 * @param id the account that is closed
 * @param found accounts that match the search; null before one
 * @param preview what would move into the chosen account; null until one is chosen, or where it is refused
 * @param refusal why the two cannot be merged
 */
export function MergePage({
  id,
  q,
  found,
  preview,
  refusal,
  reply,
}: {
  id: string
  q: string
  found: ListedPerson[] | null
  preview: MergePreview | null
  refusal: string | null
  reply: SubmissionResult | null
}) {
  return (
    <div className={stack[5]}>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      {preview ? (
        <Preview preview={preview} reply={reply} />
      ) : (
        <>
          <ListSearch
            id="merge-search"
            label="The account that stays: username, email or order code"
            value={q}
            action={paths.userManagementStep(id, 'merge')}
            fields={{}}
            maxLength={80}
          />
          {found && (
            <Table
              caption="Accounts found"
              columns={columnsOf(id)}
              rows={found}
              rowKey={(row) => row.id}
              empty={<p>No matches.</p>}
            />
          )}
        </>
      )}
    </div>
  )
}

const columnsOf = (id: string): Column<ListedPerson>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: (person) => (
      <Link to={paths.userManagementStep(id, 'merge', { other: person.id })}>{person.displayName}</Link>
    ),
  },
  { key: 'username', header: 'Username', cell: ({ username }) => (username ? `@${username}` : '—') },
  { key: 'email', header: 'Email', cell: (person) => ('email' in person && person.email) || '—' },
]

function Preview({ preview, reply }: { preview: MergePreview; reply: SubmissionResult | null }) {
  const { from, into, moves, orders, tickets, stays } = preview
  const { form, fields, busy } = useIntentForm(mergeFormSchema, { intent: 'merge', reply })
  const side = ({ displayName, username, email, createdAt }: MergePreview['from']) => (
    <>
      <strong>{displayName}</strong> {username && `@${username}, `}
      {email && `${email}, `}joined {shortDate(createdAt, preview.timeZone)}
    </>
  )
  return (
    <>
      <dl className={css.facts}>
        <dt className={css.term}>Is closed</dt>
        <dd className={css.value}>{side(from)}</dd>
        <dt className={css.term}>Stays</dt>
        <dd className={css.value}>{side(into)}</dd>
      </dl>
      <p>
        <Link to={paths.userManagementStep(into.id, 'merge', { other: from.id })} className={css.touchLink}>
          Switch the two accounts
        </Link>
      </p>
      <Table
        caption="What moves"
        columns={[
          { key: 'what', header: 'What', cell: ({ place }) => mergeNames[place] ?? words(place) },
          { key: 'count', header: 'Number', numeric: true, cell: ({ count }) => count },
        ]}
        rows={moves}
        rowKey={({ place }) => place}
        empty={<p>Nothing: this account is empty.</p>}
      />
      {orders.length > 0 && (
        <p className={css.text} data-testid="merge-orders">
          Orders:{' '}
          {orders.map((code, place) => (
            <span key={code}>
              {place > 0 && ', '}
              <Link to={paths.ticketManagementOrder(code)}>{code}</Link>
            </span>
          ))}
        </p>
      )}
      {tickets.length > 0 && (
        <p className={css.text} data-testid="merge-tickets">
          Tickets:{' '}
          {tickets
            .map(({ code, event, valid }) => `${printTicketCode(code)} (${event}${valid ? '' : ', void'})`)
            .join(', ')}
        </p>
      )}
      {stays > 0 && (
        <p className={css.faint}>
          {stays} {stays === 1 ? 'item stays' : 'items stay'} behind, because the other account already has
          the same.
        </p>
      )}
      <div className={narrow}>
        <IntentForm form={form} intent="merge" action={paths.userManagementStep(from.id, 'merge')}>
          <input type="hidden" name="other" value={into.id} />
          <p>
            {from.displayName} is signed out, can’t sign in anymore and is erased in 30 days. Until then the
            merge can be undone.
          </p>
          <TextareaField meta={fields.reason} label="Reason" rows={2} />
          {!preview.isProven && (
            <PasswordField
              meta={fields.currentPassword}
              label="Your password"
              autoComplete="current-password"
            />
          )}
          <div className={cluster[3]}>
            <Button type="submit" variant="danger" busy={busy}>
              Merge accounts
            </Button>
            <LinkButton to={paths.userManagementPerson(from.id)} variant="secondary">
              Cancel
            </LinkButton>
          </div>
        </IntentForm>
      </div>
    </>
  )
}
