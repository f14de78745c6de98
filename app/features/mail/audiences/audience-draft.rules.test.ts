import { expect, test } from 'vitest'
import type { Audience } from '#core/audience.ts'
import {
  changeDraft,
  countConditions,
  type DraftGroup,
  draftOf,
  draftOfForm,
  fieldName,
  isGroup,
  readDraft,
  shapeOf,
  takeStep,
} from './audience-draft.rules.ts'

const event = 'd7a9f1de-5a0a-4d0e-8a3a-0d5a3a0f9d01'
const audience: Audience = {
  match: 'all',
  conditions: [
    { kind: 'bought', is: true, event },
    {
      match: 'any',
      conditions: [
        { kind: 'spent', is: true, cents: 2550, days: 90 },
        { kind: 'city', is: false, city: 'Miami' },
      ],
    },
  ],
}

/** Posts a draft as its form does. */
function post(draft: DraftGroup): FormData {
  const form = new FormData()
  form.set('shape', JSON.stringify(shapeOf(draft)))
  const write = (group: DraftGroup, at: readonly number[]) => {
    form.set(fieldName(at.join('.'), 'match'), group.match)
    for (const [index, node] of group.conditions.entries()) {
      const here = [...at, index]
      if (isGroup(node)) {
        write(node, here)
        continue
      }
      form.set(fieldName(here.join('.'), 'kind'), node.kind)
      form.set(fieldName(here.join('.'), 'is'), node.is ? 'yes' : 'no')
      for (const [name, value] of Object.entries(node.values)) form.set(`n.${here.join('.')}.${name}`, value)
    }
  }
  write(draft, [])
  return form
}

test('a stored audience is edited as text, posted and read back as it was', () => {
  const draft = draftOf(audience)
  expect(draftOfForm(post(draft))).toMatchObject(draft)
  expect(readDraft(draftOfForm(post(draft)))).toEqual({ audience, problems: {} })
})

test('buttons add, nest and remove at their place, up to the limits', () => {
  let draft = takeStep(draftOf({ match: 'all', conditions: [] }), 'add:')
  draft = takeStep(takeStep(takeStep(draft, 'nest:'), 'add:1'), 'nest:1')
  expect(shapeOf(draft)).toEqual([0, [0, 0, [0]]])
  // A fourth level there is not.
  expect(takeStep(draft, 'nest:1.2')).toEqual(draft)
  expect(shapeOf(takeStep(draft, 'remove:1.0'))).toEqual([0, [0, [0]]])
  expect(shapeOf(takeStep(draft, 'remove:1'))).toEqual([0])
  for (let count = 0; count < 40; count++) draft = takeStep(draft, 'add:')
  expect(countConditions(draft)).toBe(30)
  expect(takeStep(draft, 'remove:x')).toEqual(draft)
})

test('what is missing or no number is said at its condition, and the rest is read', () => {
  const draft = changeDraft(draftOf(audience), '1.0', (node) =>
    isGroup(node) ? node : { ...node, values: { cents: 'much' } },
  )
  const read = readDraft(takeStep(draft, 'add:'))
  expect(Object.keys(read.problems).toSorted()).toEqual(['1.0', '2'])
  expect(read.audience.conditions).toHaveLength(2)
})

test('a form that was tampered with is read as far as it can be', () => {
  const form = new FormData()
  for (const shape of ['{', '[[[[[0]]]]]', '"x"', '7']) {
    form.set('shape', shape)
    expect(countConditions(draftOfForm(form)), shape).toBe(0)
  }
  form.set('shape', JSON.stringify(Array.from({ length: 100 }, () => 0)))
  expect(countConditions(draftOfForm(form))).toBe(30)
})
