import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ToasterHost } from './toaster-host.tsx'

const loaded = vi.hoisted(() => vi.fn())
vi.mock('./toaster.tsx', () => {
  loaded()
  return { Toaster: () => <p>toasts</p> }
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const host = () => render(<ToasterHost prepareOn="prepare" showOn="wake" />)
const say = (event: string) => act(() => void window.dispatchEvent(new Event(event)))

test('the code is fetched when the browser is idle after the first use of the page, and not before', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
  vi.stubGlobal('cancelIdleCallback', () => {})
  host()
  expect(idle).toHaveLength(0)
  say('pointermove')
  say('keydown')
  expect(idle).toHaveLength(1)
  expect(loaded).not.toHaveBeenCalled()
  idle[0]?.()
  await waitFor(() => expect(loaded).toHaveBeenCalledOnce())
  expect(screen.queryByText('toasts')).toBeNull()
})

test('toasts are shown from the first one on', async () => {
  host()
  expect(screen.queryByText('toasts')).toBeNull()
  say('wake')
  await screen.findByText('toasts')
})
