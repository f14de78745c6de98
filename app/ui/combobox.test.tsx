import { createRemixStub } from '@remix-run/testing'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Combobox, type ComboboxGroup } from './combobox.tsx'

afterEach(cleanup)

const groups: ComboboxGroup[] = [
  { label: 'Fruit', options: ['apple', 'pear'].map((id) => ({ id, to: `/${id}`, content: id })) },
  { label: null, options: [{ id: 'all', to: '/all', content: 'all' }] },
]

function open(shown: ComboboxGroup[] = groups) {
  const onGo = vi.fn()
  const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
  function Page() {
    const [value, setValue] = useState('')
    return (
      <form onSubmit={onSubmit}>
        <Combobox
          label="Find"
          name="q"
          value={value}
          onChange={setValue}
          groups={shown}
          news="3 results"
          onGo={onGo}
        />
      </form>
    )
  }
  const Stub = createRemixStub([
    { path: '/', Component: Page },
    { path: '*', Component: () => <p>There</p> },
  ])
  render(<Stub />)
  return { onGo, onSubmit, field: screen.getByRole<HTMLInputElement>('combobox', { name: 'Find' }) }
}

const press = (field: HTMLElement, ...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(field, { key })
}
/** Returns the option that the field names as the marked one, and that is marked itself. */
function marked(field: HTMLElement): string | null {
  const id = field.getAttribute('aria-activedescendant')
  const selected = screen.queryAllByRole('option', { selected: true })
  expect(selected.map((option) => option.id)).toEqual(id ? [id] : [])
  return selected[0]?.textContent ?? null
}

test('names its list, its groups and what is marked', () => {
  const { field } = open()
  const list = screen.getByRole('listbox', { name: 'Find' })
  expect(field.getAttribute('aria-controls')).toBe(list.id)
  expect(field.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('group', { name: 'Fruit' }).textContent).toBe('Fruitapplepear')
  expect(screen.getByRole('status').textContent).toBe('3 results')
  expect(marked(field)).toBeNull()
})

test('arrows go through all groups and round, Home and End to the ends', () => {
  const { field } = open()
  const seen: (string | null)[] = []
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End']) {
    press(field, key)
    seen.push(marked(field))
  }
  expect(seen).toEqual(['apple', 'pear', 'all', 'apple', 'all', 'apple', 'all'])
})

test('arrow up starts at the end; Home and End move in the text while nothing is marked', () => {
  const { field } = open()
  press(field, 'Home', 'End')
  expect(marked(field)).toBeNull()
  press(field, 'ArrowUp')
  expect(marked(field)).toBe('all')
})

test('typing takes the mark away, Escape empties the field and then is for whoever is around', () => {
  const { field } = open()
  press(field, 'ArrowDown')
  fireEvent.change(field, { target: { value: 'a' } })
  expect(marked(field)).toBeNull()
  expect(fireEvent.keyDown(field, { key: 'Escape' })).toBe(false)
  expect(field.value).toBe('')
  expect(fireEvent.keyDown(field, { key: 'Escape' })).toBe(true)
})

test('Enter goes where the marked one leads', async () => {
  const { field, onGo, onSubmit } = open()
  press(field, 'ArrowDown', 'Enter')
  await screen.findByText('There')
  expect(onGo).toHaveBeenCalledTimes(1)
  expect(onSubmit).not.toHaveBeenCalled()
})

test('Enter with nothing marked, or while a word is being composed, is not its business', () => {
  const { field, onGo } = open()
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true)
  press(field, 'ArrowDown')
  expect(fireEvent.keyDown(field, { key: 'Enter', isComposing: true })).toBe(true)
  expect(onGo).not.toHaveBeenCalled()
})

test('without options there is no list to point to', () => {
  const { field } = open([])
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(field.getAttribute('aria-expanded')).toBe('false')
  expect(field.hasAttribute('aria-controls')).toBe(false)
  press(field, 'ArrowDown')
  expect(marked(field)).toBeNull()
})

test('the clear button empties the field and keeps it ready', () => {
  const { field } = open()
  fireEvent.change(field, { target: { value: 'a' } })
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(field.value).toBe('')
  expect(document.activeElement).toBe(field)
})
