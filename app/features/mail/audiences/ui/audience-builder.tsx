import { Plus, Trash2 } from 'lucide-react'
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { type AudienceKind, audienceKinds } from '#core/audience.ts'
import { formatDay } from '#core/event-time.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field, FieldErrors, Select, TextInput } from '#ui/field.tsx'
import { cluster } from '#ui/layout.css.ts'
import {
  type ConditionField,
  changeDraft,
  conditionKinds,
  type DraftCondition,
  type DraftGroup,
  type DraftNode,
  fieldName,
  isGroup,
  shapeOf,
  takeStep,
} from '../audience-draft.rules.ts'
import type { AudienceChoices } from '../audiences.types.ts'
import { categoryNames } from '../category-names.ts'
import * as css from './audience-builder.css.ts'

type Editing = {
  choices: AudienceChoices
  problems: Record<string, string>
  /** Changes the draft in the page; without scripts the buttons post the form. */
  change: (draft: DraftGroup) => void
  draft: DraftGroup
}

/**
 * Renders the fields of an audience inside a form: conditions in groups, with buttons that add, nest and remove. Each button posts its step
 * in the field `step` until the page's scripts are there, which take the step in the page.
 * @param onChange is told of every change
 */
export function AudienceBuilder({
  start,
  choices,
  problems,
  onChange,
}: {
  start: DraftGroup
  choices: AudienceChoices
  problems: Record<string, string>
  onChange: (draft: DraftGroup) => void
}) {
  const [draft, setDraft] = useState(start)
  const box = useRef<HTMLDivElement>(null)
  const [focus, setFocus] = useState<string | null>(null)
  // What the server sent takes the place of what is in the page: the answer to a step without scripts, or another version.
  const shown = useRef(start)
  useEffect(() => {
    if (shown.current === start) return
    shown.current = start
    setDraft(start)
  }, [start])
  useEffect(() => {
    if (focus === null) return
    box.current
      ?.querySelector<HTMLElement>(`[data-at="${focus}"] select, [data-at="${focus}"] button`)
      ?.focus()
    setFocus(null)
  }, [focus])
  const change = (next: DraftGroup, at?: string) => {
    setDraft(next)
    onChange(next)
    if (at !== undefined) setFocus(at)
  }
  const step = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    const taken = event.currentTarget.value
    const [act, path = ''] = taken.split(':')
    const parent = path.split('.').slice(0, -1).join('.')
    change(takeStep(draft, taken), act === 'remove' ? `g${parent}` : lastOf(draft, path))
  }
  return (
    <div ref={box}>
      <input type="hidden" name="shape" value={JSON.stringify(shapeOf(draft))} />
      <Group group={draft} path="" editing={{ choices, problems, change, draft }} onStep={step} />
    </div>
  )
}

/** Returns the place that a new condition of a group will have. */
function lastOf(draft: DraftGroup, path: string): string {
  let group = draft
  for (const index of path === '' ? [] : path.split('.').map(Number)) {
    const node = group.conditions[index]
    if (node && isGroup(node)) group = node
  }
  return `c${path === '' ? '' : `${path}.`}${group.conditions.length}`
}

type Step = (event: MouseEvent<HTMLButtonElement>) => void

function Group({
  group,
  path,
  editing,
  onStep,
}: {
  group: DraftGroup
  path: string
  editing: Editing
  onStep: Step
}) {
  const { draft, change } = editing
  const id = useId()
  const level = path === '' ? 0 : path.split('.').length
  return (
    <fieldset className={classNames(css.group, level > 0 && css.nested)} data-at={`g${path}`}>
      <legend className={css.legend}>{level === 0 ? 'People for whom' : 'A group of conditions'}</legend>
      <Field id={id} label={level === 0 ? 'Match' : 'Match in this group'}>
        {(control) => (
          <Select
            {...control}
            name={fieldName(path, 'match')}
            value={group.match}
            onChange={({ target }) =>
              change(
                changeDraft(draft, path, (node) => ({
                  ...node,
                  match: target.value === 'any' ? 'any' : 'all',
                })),
              )
            }
            options={[
              { value: 'all', label: 'All conditions apply' },
              { value: 'any', label: 'Any condition applies' },
            ]}
          />
        )}
      </Field>
      {group.conditions.length > 0 && (
        <ol className={css.list}>
          {group.conditions.map((node, index) => {
            const at = path === '' ? String(index) : `${path}.${index}`
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place; its values are controlled
              <li key={index}>
                {isGroup(node) ? (
                  <Group group={node} path={at} editing={editing} onStep={onStep} />
                ) : (
                  <Condition condition={node} path={at} editing={editing} onStep={onStep} />
                )}
              </li>
            )
          })}
        </ol>
      )}
      <div className={cluster[3]}>
        <Button
          type="submit"
          name="step"
          value={`add:${path}`}
          variant="secondary"
          size="sm"
          onClick={onStep}
        >
          <Plus size={18} aria-hidden="true" /> Add condition
        </Button>
        {level < 2 && (
          <Button
            type="submit"
            name="step"
            value={`nest:${path}`}
            variant="secondary"
            size="sm"
            onClick={onStep}
          >
            <Plus size={18} aria-hidden="true" /> Add group
          </Button>
        )}
        {level > 0 && (
          <Button
            type="submit"
            name="step"
            value={`remove:${path}`}
            variant="ghost"
            size="sm"
            onClick={onStep}
          >
            Remove group
          </Button>
        )}
      </div>
    </fieldset>
  )
}

function Condition({
  condition,
  path,
  editing,
  onStep,
}: {
  condition: DraftCondition
  path: string
  editing: Editing
  onStep: Step
}) {
  const { draft, change, problems } = editing
  const { kind, is, values } = condition
  const words = conditionKinds[kind]
  const id = useId()
  const set = (changed: Partial<DraftCondition>) =>
    change(changeDraft(draft, path, (node: DraftNode) => ({ ...node, ...changed })))
  return (
    <div className={css.condition} data-at={`c${path}`}>
      <Field id={`${id}-kind`} label="Condition">
        {(control) => (
          <Select
            {...control}
            name={fieldName(path, 'kind')}
            value={kind}
            onChange={({ target }) => {
              const chosen: AudienceKind = audienceKinds.find((name) => name === target.value) ?? kind
              set({ kind: chosen, values: {} })
            }}
            options={audienceKinds.map((value) => ({ value, label: conditionKinds[value].label }))}
          />
        )}
      </Field>
      <Field id={`${id}-is`} label="Who">
        {(control) => (
          <Select
            {...control}
            name={fieldName(path, 'is')}
            value={is ? 'yes' : 'no'}
            onChange={({ target }) => set({ is: target.value === 'yes' })}
            options={[
              { value: 'yes', label: words.yes },
              { value: 'no', label: words.no },
            ]}
          />
        )}
      </Field>
      {words.fields.map((name) => (
        <Value
          key={name}
          id={`${id}-${name}`}
          name={name}
          path={path}
          condition={condition}
          choices={editing.choices}
          onValue={(value) => set({ values: { ...values, [name]: value } })}
        />
      ))}
      <IconButton
        type="submit"
        name="step"
        value={`remove:${path}`}
        variant="ghost"
        label="Remove condition"
        onClick={onStep}
      >
        <Trash2 size={20} aria-hidden="true" />
      </IconButton>
      {problems[path] && (
        <div className={css.problem}>
          <FieldErrors id={`${id}-problem`} errors={[problems[path]]} />
        </div>
      )}
    </div>
  )
}

const labels: Record<ConditionField, string> = {
  event: 'Event',
  type: 'Ticket type',
  cents: 'Dollars',
  days: 'In the last days',
  city: 'City',
  subject: 'Artist or series',
  username: 'Username',
  category: 'Emails',
  campaign: 'Campaign',
}

/** Lists what a field offers; null for one that is typed. */
function optionsOf(name: ConditionField, { values }: DraftCondition, choices: AudienceChoices) {
  if (name === 'event')
    return choices.events.map((event) => ({
      value: event.id,
      label: `${event.title}, ${formatDay(event.startsAt, event.timeZone)}`,
    }))
  if (name === 'type') {
    const types = choices.events.find(({ id }) => id === values.event)?.types ?? []
    return types.map((type) => ({ value: type.id, label: type.name }))
  }
  if (name === 'subject')
    return choices.subjects.map((subject) => ({ value: subject.id, label: subject.name }))
  if (name === 'category')
    return choices.categories.map((value) => ({ value, label: categoryNames[value] ?? value }))
  if (name === 'campaign')
    return choices.campaigns.map((campaign) => ({ value: campaign.id, label: campaign.name }))
  return null
}

function Value({
  id,
  name,
  path,
  condition,
  choices,
  onValue,
}: {
  id: string
  name: ConditionField
  path: string
  condition: DraftCondition
  choices: AudienceChoices
  onValue: (value: string) => void
}) {
  const value = condition.values[name] ?? ''
  const options = optionsOf(name, condition, choices)
  const cities = `${id}-cities`
  return (
    <Field id={id} label={labels[name]} optional={name === 'type' || name === 'days'}>
      {(control) =>
        options ? (
          <Select
            {...control}
            name={fieldName(path, name)}
            value={value}
            onChange={({ target }) => onValue(target.value)}
            placeholder={name === 'type' ? 'Any type' : 'Choose'}
            options={options}
          />
        ) : (
          <>
            <TextInput
              {...control}
              name={fieldName(path, name)}
              value={value}
              onChange={({ target }) => onValue(target.value)}
              maxLength={80}
              inputMode={name === 'cents' ? 'decimal' : name === 'days' ? 'numeric' : 'text'}
              list={name === 'city' ? cities : undefined}
            />
            {name === 'city' && (
              <datalist id={cities}>
                {choices.cities.map((city) => (
                  <option key={city} value={city} />
                ))}
              </datalist>
            )}
          </>
        )
      }
    </Field>
  )
}
