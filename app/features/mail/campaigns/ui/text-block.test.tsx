import { act, render, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TextBlock } from './text-block.tsx'

const started = vi.hoisted(() => ({ change: (_: string) => {} }))
vi.mock('../start-text-editor.ts', () => ({
  startTextEditor(_: HTMLElement, { onChange }: { onChange: (json: string) => void }) {
    started.change = onChange
    return {
      isActive: () => false,
      toggle() {},
      setLink() {},
      linkAddress: () => '',
      insert() {},
      destroy() {},
    }
  },
}))

test('what is typed stays in the field that the form sends, and the form is told', async () => {
  const onInput = vi.fn()
  const block = () => (
    <form onInput={onInput}>
      <TextBlock meta={{ id: 'text', name: 'marked' }} docName="doc" doc="{}" variables={[]} />
    </form>
  )
  const { container, rerender } = render(block())
  const field = () => container.querySelector<HTMLInputElement>('input[name=doc]')
  await waitFor(() => expect(field()?.value).toBe('{}'))
  for (const json of ['{"a":1}', '{}']) {
    act(() => started.change(json))
    rerender(block())
    expect(field()?.value).toBe(json)
  }
  expect(onInput).toHaveBeenCalledTimes(2)
})
