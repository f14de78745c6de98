import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { toast as store } from 'react-hot-toast/headless'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Toaster } from './toaster.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  store.removeAll()
  vi.useRealTimers()
})

const show = (text: string, options?: Parameters<typeof store>[1]) =>
  act(() => void store.success(text, options))
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))
const shown = (text: string) => screen.queryAllByText(text, { selector: 'li *' }).length > 0

describe('a toast', () => {
  test('stays five seconds', () => {
    render(<Toaster />)
    show('Saved')
    pass(4900)
    expect(shown('Saved')).toBe(true)
    pass(200)
    expect(shown('Saved')).toBe(false)
  })

  test('may have a duration of its own', () => {
    render(<Toaster />)
    show('Theme Changed', { duration: 2000 })
    pass(1900)
    expect(shown('Theme Changed')).toBe(true)
    pass(200)
    expect(shown('Theme Changed')).toBe(false)
  })

  // Specification 4.12
  test('is alone: the newest is the one', () => {
    render(<Toaster />)
    show('first')
    show('second')
    expect(shown('first')).toBe(false)
    expect(shown('second')).toBe(true)
    expect(document.querySelectorAll('ol > li')).toHaveLength(1)
  })

  test('shown again under its id starts its time again', () => {
    render(<Toaster />)
    show('light', { id: 'theme', duration: 2000 })
    pass(1500)
    show('dark', { id: 'theme', duration: 2000 })
    pass(1500)
    expect(shown('dark')).toBe(true)
    pass(600)
    expect(shown('dark')).toBe(false)
  })

  test('closes by its button', () => {
    render(<Toaster />)
    show('Saved')
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(shown('Saved')).toBe(false)
  })

  test('that comes after one was closed by hand has its own time, and the focus is back where it was', () => {
    render(
      <>
        <button type="button">Save</button>
        <Toaster />
      </>,
    )
    const save = screen.getByRole('button', { name: 'Save' })
    act(() => save.focus())
    show('first')
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(document.activeElement).toBe(save)
    show('second')
    pass(5100)
    expect(shown('second')).toBe(false)
  })

  // Specification 9.3
  test('stays in memory for its removal delay after it was dismissed, and no longer', () => {
    const remove = vi.spyOn(store, 'remove')
    render(<Toaster />)
    show('Saved', { id: 'saved', removeDelay: 1_000_000 })
    act(() => store.dismiss('saved'))
    pass(999_900)
    expect(remove).not.toHaveBeenCalled()
    pass(200)
    expect(remove).toHaveBeenCalledExactlyOnceWith('saved')
  })

  test('is reached with F8', () => {
    render(<Toaster />)
    show('Saved')
    act(
      () =>
        void document.dispatchEvent(new KeyboardEvent('keydown', { code: 'F8', key: 'F8', bubbles: true })),
    )
    expect(document.activeElement?.tagName).toBe('OL')
    expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toBeTruthy()
  })
})
