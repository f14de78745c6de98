import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, lazy, Suspense } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { User } from '#core/roles.ts'
import { apiRequest } from './api-request.ts'
import { authChangedEvent, UserProvider, useUser } from './user-context.tsx'

const mia: User = {
  id: 'u1',
  username: 'mia',
  displayName: 'Mia',
  role: 'member',
  isGuest: false,
  avatar: null,
}
const fetchMock = vi.fn<typeof fetch>()

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', fetchMock)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  fetchMock.mockReset()
})

function Who() {
  const { user, isAdmin, isModerator, isAuthenticated, login, update, logout } = useUser()
  return (
    <>
      <output>{user ? user.displayName : 'nobody'}</output>
      <p>{JSON.stringify({ isAdmin, isModerator, isAuthenticated })}</p>
      <button type="button" onClick={() => login({ data: { ...mia, role: 'admin' } })}>
        log in
      </button>
      <button type="button" onClick={() => update({ displayName: 'Mia B' })}>
        update
      </button>
      <button type="button" onClick={() => void logout()}>
        log out
      </button>
    </>
  )
}
function Page({ me }: { me?: User | null }) {
  return (
    <UserProvider me={me}>
      <Who />
    </UserProvider>
  )
}
const who = () => screen.getByRole('status').textContent
const store = (value: unknown) => localStorage.setItem('user', JSON.stringify(value))

describe('startup', () => {
  // Specification 7.6
  test('shows the stored user and keeps what the server confirms', async () => {
    store(mia)
    fetchMock.mockImplementation(async () => Response.json({ ...mia, displayName: 'Mia from the server' }))
    render(<Page />)
    await waitFor(() => expect(who()).toBe('Mia from the server'))
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/me')
    expect(localStorage.getItem('user')).toContain('Mia from the server')
  })

  test('a token on the stored user is sent with the first call and every later one, before any other token', async () => {
    store({ status: 'success', data: { ...mia, token: 'of-the-user' } })
    localStorage.setItem('authToken', 'another')
    fetchMock.mockImplementation(async () => Response.json({ ...mia, displayName: 'Mia from the server' }))
    render(<Page me={mia} />)
    await waitFor(() => expect(who()).toBe('Mia from the server'))
    await apiRequest('GET', '/api/me')
    const tokens = fetchMock.mock.calls.map(([, call]) => new Headers(call?.headers).get('authorization'))
    expect(tokens).toEqual(['Bearer of-the-user', 'Bearer of-the-user'])
  })

  test.each([
    ['the same', mia, 'Mia'],
    ['somebody changed', { ...mia, displayName: 'Mia B' }, 'Mia B'],
  ])('an answer that comes before a late part of the page is awake leaves what the server drew: %s', async (_, responded, name) => {
    const Name = () => <output>{useUser().user?.displayName}</output>
    const page = (Part: ComponentType) => (
      <UserProvider me={mia}>
        <Suspense fallback="waiting">
          <Part />
        </Suspense>
      </UserProvider>
    )
    const place = document.createElement('div')
    document.body.append(place)
    place.innerHTML = renderToString(page(Name))
    let arrive = (_: { default: ComponentType }) => {}
    const Late = lazy(
      () =>
        new Promise<{ default: ComponentType }>((arrived) => {
          arrive = arrived
        }),
    )
    fetchMock.mockImplementation(async () => Response.json(responded))
    const errors: unknown[] = []
    const root = await act(async () =>
      hydrateRoot(place, page(Late), { onRecoverableError: (error) => errors.push(error) }),
    )
    await waitFor(() => expect(localStorage.getItem('user')).toContain(name))
    expect(place.textContent).toBe('Mia')
    await act(async () => arrive({ default: Name }))
    await waitFor(() => expect(place.textContent).toBe(name))
    expect(errors).toEqual([])
    act(() => root.unmount())
    place.remove()
  })

  test('a non-ok answer clears what is stored and leaves no user', async () => {
    store(mia)
    fetchMock.mockImplementation(async () => new Response('', { status: 401 }))
    render(<Page />)
    await waitFor(() => expect(localStorage.getItem('user')).toBeNull())
    await waitFor(() => expect(who()).toBe('nobody'))
  })

  // Specification 10.9
  test('a network error is only logged and the stored user stays', async () => {
    store(mia)
    fetchMock.mockRejectedValue(new TypeError('fetch failed'))
    render(<Page me={null} />)
    await waitFor(() => expect(who()).toBe('Mia'))
    expect(localStorage.getItem('user')).not.toBeNull()
    expect(console.warn).toHaveBeenCalled()
  })

  test('a corrupt stored user is cleared without a request', () => {
    localStorage.setItem('user', '{')
    render(<Page />)
    expect(who()).toBe('nobody')
    expect(localStorage.getItem('user')).toBeNull()
    expect(fetchMock).not.toHaveBeenCalled()
  })

  test('a stored user is not shown on a page rendered for visitors until the server confirms it', async () => {
    store(mia)
    let confirm = (_: Response) => {}
    fetchMock.mockImplementation(() => new Promise((resolve) => (confirm = resolve)))
    render(<Page me={null} />)
    await waitFor(() => expect(fetchMock).toHaveBeenCalled())
    expect(who()).toBe('nobody')
    await act(async () => confirm(Response.json(mia)))
    expect(who()).toBe('Mia')
  })
})

describe('changes', () => {
  const events: (User | null)[] = []
  const listener = (event: Event) => {
    if (event instanceof CustomEvent) events.push(event.detail)
  }
  beforeEach(() => {
    events.length = 0
    window.addEventListener(authChangedEvent, listener)
  })
  afterEach(() => window.removeEventListener(authChangedEvent, listener))

  // Specification 3.3, 4.5, 4.6
  test('login stores user and id and broadcasts; update merges and rebroadcasts; logout clears and broadcasts', async () => {
    const person = userEvent.setup()
    fetchMock.mockImplementation(async () => new Response(null, { status: 204 }))
    render(<Page me={null} />)
    await person.click(screen.getByText('log in'))
    expect(who()).toBe('Mia')
    expect(localStorage.getItem('userId')).toBe('u1')
    expect(screen.getByText('{"isAdmin":true,"isModerator":false,"isAuthenticated":true}')).toBeTruthy()
    await person.click(screen.getByText('update'))
    expect(who()).toBe('Mia B')
    await person.click(screen.getByText('log out'))
    await waitFor(() => expect(who()).toBe('nobody'))
    expect(localStorage.getItem('user')).toBeNull()
    expect(events.map((user) => user?.displayName ?? null)).toEqual(['Mia', 'Mia B', null])
  })

  test('other tabs follow', () => {
    render(<Page me={null} />)
    store(mia)
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'user' })))
    expect(who()).toBe('Mia')
    localStorage.clear()
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
    expect(who()).toBe('nobody')
  })

  test('a later response of the server wins', () => {
    const { rerender } = render(<Page me={null} />)
    rerender(<Page me={mia} />)
    expect(who()).toBe('Mia')
    expect(localStorage.getItem('userId')).toBe('u1')
  })
})

// Specification 8.5
test('throws outside its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => render(<Who />)).toThrow('useUser must be used within a UserProvider')
})

// Specification 4.6
test('guests are users who are not authenticated', () => {
  fetchMock.mockImplementation(async () => Response.json({ ...mia, isGuest: true, role: 'guest' }))
  render(<Page me={{ ...mia, isGuest: true, role: 'guest' }} />)
  expect(screen.getByText('{"isAdmin":false,"isModerator":false,"isAuthenticated":false}')).toBeTruthy()
})
