import {
  type Audience,
  type AudienceCondition,
  type AudienceKind,
  audienceConditionSchema,
  audienceKinds,
  mostAudienceConditions,
  mostAudienceLevels,
} from '#core/audience.ts'
import { readDollars, readNumber } from '#core/number-input.ts'

/** Edits an audience as it is being built: every value is text, as typed, and may still be missing. */

/** Values of conditions, by the names that the database reads. */
export const conditionFields = [
  'event',
  'type',
  'cents',
  'days',
  'city',
  'subject',
  'username',
  'category',
  'campaign',
] as const
export type ConditionField = (typeof conditionFields)[number]

export type DraftCondition = {
  kind: AudienceKind
  is: boolean
  values: Partial<Record<ConditionField, string>>
}
export type DraftGroup = { match: 'all' | 'any'; conditions: DraftNode[] }
export type DraftNode = DraftCondition | DraftGroup

type KindText = {
  label: string
  /** Reads before the value: who is meant, and who is meant by the opposite. */
  yes: string
  no: string
  fields: readonly ConditionField[]
}

/** Holds the words and the fields of each kind of condition. */
export const conditionKinds: Record<AudienceKind, KindText> = {
  bought: { label: 'Bought tickets', yes: 'Bought', no: 'Did not buy', fields: ['event', 'type'] },
  attended: { label: 'Came to an event', yes: 'Came', no: 'Did not come', fields: ['event'] },
  missed: {
    label: 'Had a ticket, did not come',
    yes: 'Had a ticket and missed it',
    no: 'Did not miss it',
    fields: ['event'],
  },
  spent: { label: 'Amount spent', yes: 'Spent at least', no: 'Spent less than', fields: ['cents', 'days'] },
  city: { label: 'Home city', yes: 'Lives in', no: 'Does not live in', fields: ['city'] },
  party_city: {
    label: 'City of events bought',
    yes: 'Bought an event in',
    no: 'Never bought an event in',
    fields: ['city'],
  },
  follows: {
    label: 'Follows an artist or series',
    yes: 'Follows',
    no: 'Does not follow',
    fields: ['subject'],
  },
  follows_person: {
    label: 'Follows a member',
    yes: 'Follows',
    no: 'Does not follow',
    fields: ['username'],
  },
  alert: { label: 'Event alert', yes: 'Asked for', no: 'Did not ask for', fields: ['event'] },
  consent: { label: 'Agreed to emails', yes: 'Agreed to', no: 'Did not agree to', fields: ['category'] },
  got_campaign: { label: 'Got a campaign', yes: 'Got', no: 'Did not get', fields: ['campaign'] },
  clicked_campaign: {
    label: 'Clicked in a campaign',
    yes: 'Clicked in',
    no: 'Did not click in',
    fields: ['campaign'],
  },
  bought_after: {
    label: 'Bought after a campaign',
    yes: 'Bought within 5 days of',
    no: 'Did not buy within 5 days of',
    fields: ['campaign'],
  },
}

const missing: Record<ConditionField, string> = {
  event: 'Choose an event',
  type: 'Choose a ticket type of this event',
  cents: 'Enter an amount such as 25 or 25.50',
  days: 'Enter days as a whole number from 1 to 3,650, or leave this empty',
  city: 'Enter a city',
  subject: 'Choose an artist or a series',
  username: 'Enter a username',
  category: 'Choose a kind of email',
  campaign: 'Choose a campaign',
}

export const isGroup = (node: DraftNode): node is DraftGroup => 'conditions' in node
const isStoredGroup = (node: AudienceCondition | Audience): node is Audience => 'conditions' in node

/** Returns a place in an audience as text: the indexes from the outside in, `0.2`; the outermost group is the empty text. */
export const pathOf = (indexes: readonly number[]) => indexes.join('.')
const indexesOf = (path: string) => (path === '' ? [] : path.split('.').map(Number))

/** Turns a stored audience into one to edit: cents become dollars. */
export function draftOf({ match, conditions }: Audience): DraftGroup {
  return {
    match,
    conditions: conditions.map((node) => {
      if (isStoredGroup(node)) return draftOf(node)
      const { kind, is, ...rest } = node
      const values = Object.fromEntries(
        Object.entries(rest).flatMap(([name, value]) =>
          value == null ? [] : [[name, name === 'cents' ? String(Number(value) / 100) : String(value)]],
        ),
      )
      return { kind, is, values }
    }),
  }
}

function storedValue(field: ConditionField, text: string): string | number | null {
  if (field === 'cents') return readDollars(text)
  if (field === 'days') return readNumber(text)
  return field === 'username' ? text.replace(/^@/, '').toLowerCase() : text
}

function readCondition({ kind, is, values }: DraftCondition): AudienceCondition | string {
  const stored: Record<string, unknown> = { kind, is }
  for (const field of conditionKinds[kind].fields) {
    const text = values[field]?.trim() ?? ''
    if (text !== '') stored[field] = storedValue(field, text)
    else if (field !== 'type' && field !== 'days') return missing[field]
    if (text !== '' && stored[field] === null) return missing[field]
  }
  const parsed = audienceConditionSchema.safeParse(stored)
  if (parsed.success) return parsed.data
  const [field] = parsed.error.issues[0]?.path ?? []
  return missing[conditionFields.find((name) => name === field) ?? 'event']
}

/**
 * Reads what was built.
 * @returns the audience, with what is wrong by the place of the condition; a condition with a mistake is left out
 */
export function readDraft(draft: DraftGroup): { audience: Audience; problems: Record<string, string> } {
  const problems: Record<string, string> = {}
  const read = (group: DraftGroup, at: readonly number[]): Audience => ({
    match: group.match,
    conditions: group.conditions.flatMap((node, index): Audience['conditions'] => {
      const here = [...at, index]
      if (isGroup(node)) return [read(node, here)]
      const condition = readCondition(node)
      if (typeof condition !== 'string') return [condition]
      problems[pathOf(here)] = condition
      return []
    }),
  })
  return { audience: read(draft, []), problems }
}

const emptyCondition = (): DraftCondition => ({ kind: 'bought', is: true, values: {} })

/** Counts the conditions of a group, those of groups within it included. */
export const countConditions = (group: DraftGroup): number =>
  group.conditions.reduce((sum, node) => sum + (isGroup(node) ? countConditions(node) : 1), 0)

/** Changes the node at a place. @param change returns what stands there afterwards; null removes it */
function changeAt(
  group: DraftGroup,
  [first, ...rest]: readonly number[],
  change: (node: DraftNode) => DraftNode | null,
): DraftGroup {
  return {
    ...group,
    conditions: group.conditions.flatMap((node, index) => {
      if (index !== first) return [node]
      if (rest.length === 0) return change(node) ?? []
      return isGroup(node) ? [changeAt(node, rest, change)] : [node]
    }),
  }
}

/** Changes what stands at a place of a draft. */
export function changeDraft(
  draft: DraftGroup,
  path: string,
  change: (node: DraftNode) => DraftNode | null,
): DraftGroup {
  if (path !== '') return changeAt(draft, indexesOf(path), change)
  const changed = change(draft)
  return changed && isGroup(changed) ? changed : draft
}

/**
 * Takes the step of a button: `add:0` adds a condition to the group at 0, `nest:` a group to the outermost one, `remove:0.1` removes what
 * stands there. Steps that would exceed the limits change nothing.
 */
export function takeStep(draft: DraftGroup, step: string): DraftGroup {
  const [act, path = ''] = step.split(':')
  if (!/^(?:\d+(?:\.\d+)*)?$/.test(path)) return draft
  const level = indexesOf(path).length
  const isFull = countConditions(draft) >= mostAudienceConditions
  const into = (made: DraftNode) => (node: DraftNode) =>
    isGroup(node) ? { ...node, conditions: [...node.conditions, made] } : node
  if (act === 'add' && !isFull) return changeDraft(draft, path, into(emptyCondition()))
  if (act === 'nest' && !isFull && level + 1 < mostAudienceLevels)
    return changeDraft(
      draft,
      path,
      into({ match: draft.match === 'all' ? 'any' : 'all', conditions: [emptyCondition()] }),
    )
  if (act === 'remove' && path !== '') return changeDraft(draft, path, () => null)
  return draft
}

/** Returns the field of the form that holds a value of the node at a place. */
export const fieldName = (path: string, name: ConditionField | 'kind' | 'is' | 'match') => `n.${path}.${name}`

/** Returns the shape of a draft, which a hidden field of the form keeps: `[0, [0, 0]]` is a condition and a group of two. */
type Shape = (0 | Shape)[]
export const shapeOf = (group: DraftGroup): Shape =>
  group.conditions.map((node) => (isGroup(node) ? shapeOf(node) : 0))

/** Reads a posted draft; of a form that was tampered with what can be read. */
export function draftOfForm(form: FormData): DraftGroup {
  const text = (name: string, most = 200) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.slice(0, most) : ''
  }
  let left = mostAudienceConditions
  const read = (shape: unknown, at: readonly number[]): DraftGroup => ({
    match: text(fieldName(pathOf(at), 'match')) === 'any' ? 'any' : 'all',
    conditions: (Array.isArray(shape) ? shape : []).flatMap((part: unknown, index): DraftNode[] => {
      const here = [...at, index]
      if (Array.isArray(part)) return here.length < mostAudienceLevels ? [read(part, here)] : []
      left -= 1
      if (left < 0) return []
      const path = pathOf(here)
      const kind = audienceKinds.find((name) => name === text(fieldName(path, 'kind'))) ?? 'bought'
      const values = Object.fromEntries(
        conditionKinds[kind].fields.map((name) => [name, text(fieldName(path, name))]),
      )
      return [{ kind, is: text(fieldName(path, 'is')) !== 'no', values }]
    }),
  })
  try {
    return read(JSON.parse(text('shape', 2000) || '[]'), [])
  } catch {
    return { match: 'all', conditions: [] }
  }
}
