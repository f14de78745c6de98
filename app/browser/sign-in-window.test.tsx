import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  onSignInRequest,
  openSignIn,
  signInEvent,
  storedTab,
  storeRedirect,
  storeTab,
  takeRedirect,
} from './sign-in-window.ts'

beforeEach(() => sessionStorage.clear())

describe('the event', () => {
  // Specification 2.17
  test('has an optional tab and redirect, and nothing else', () => {
    const listener = vi.fn()
    const stop = onSignInRequest(listener)
    openSignIn()
    openSignIn({ tab: 'register', redirect: '/my-tickets' })
    window.dispatchEvent(new CustomEvent(signInEvent, { detail: { tab: 'evil', redirect: 7 } }))
    window.dispatchEvent(new Event(signInEvent))
    stop()
    openSignIn()
    const nothing = { tab: undefined, redirect: undefined }
    expect(listener.mock.calls).toEqual([
      [nothing],
      [{ tab: 'register', redirect: '/my-tickets' }],
      [nothing],
      [nothing],
    ])
  })
})

describe('stored choices', () => {
  test('opens on Register if that was stored earlier', () => {
    expect(storedTab()).toBe('login')
    storeTab('register')
    expect(storedTab()).toBe('register')
    storeTab('login')
    expect(storedTab()).toBe('login')
  })

  test('a redirect is taken once', () => {
    storeRedirect('/my-tickets?x=1')
    expect(takeRedirect()).toBe('/my-tickets?x=1')
    expect(takeRedirect()).toBeNull()
  })

  test.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/api/auth/logout',
  ])('%s is refused on write and on use', (path) => {
    storeRedirect(path)
    expect(takeRedirect()).toBeNull()
    sessionStorage.setItem('redirect-after-auth', path)
    expect(takeRedirect()).toBeNull()
  })
})
