import { beforeEach, describe, expect, test } from 'vitest'
import { authToken } from './api-request.ts'
import { findUser, readStoredUser, storedUserToken, storeUser } from './stored-user.ts'

const mia = {
  id: 'u1',
  username: 'mia',
  displayName: 'Mia',
  role: 'member',
  isGuest: false,
  avatar: null,
} as const

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('the stored user', () => {
  // Specification 3.2
  test.each([
    ['plain', mia],
    ['under data', { data: mia }],
    ['under data.data', { data: { data: mia } }],
    ['a login record', { status: 'success', data: mia }],
  ])('is read %s', (_form, stored) => {
    localStorage.setItem('user', JSON.stringify(stored))
    expect(readStoredUser()).toEqual(mia)
  })

  // Specification 4.4
  test.each([
    '{',
    '[]',
    'null',
    '"mia"',
    '{"data":{}}',
    '{"id":""}',
  ])('that is corrupt (%s) is cleared', (text) => {
    localStorage.setItem('user', text)
    localStorage.setItem('userId', 'u1')
    expect(readStoredUser()).toBeNull()
    expect(localStorage.getItem('user')).toBeNull()
    expect(localStorage.getItem('userId')).toBeNull()
  })

  // Specification 3.3
  test('is stored with the id apart, and reads back', () => {
    storeUser(mia)
    expect(localStorage.getItem('userId')).toBe('u1')
    expect(readStoredUser()).toEqual(mia)
  })

  // Specification 7.4
  test('keeps a token that an older client left, when the same person is stored again, and for nobody else', () => {
    for (const stored of [
      { ...mia, token: 't' },
      { data: { data: mia }, token: 't' },
      { status: 'success', data: { ...mia, id: 'u1', token: 't' } },
    ]) {
      localStorage.setItem('user', JSON.stringify(stored))
      storeUser({ ...mia, displayName: 'Mia B' })
      storeUser({ ...mia, displayName: 'Mia C' })
      expect([storedUserToken(), readStoredUser()]).toEqual(['t', { ...mia, displayName: 'Mia C' }])
    }
    storeUser({ ...mia, id: 'u2' })
    expect(storedUserToken()).toBeNull()
  })

  // Specification 3.1, 10.5
  test('keeps known fields only: no token, no email, no role we do not know', () => {
    const found = findUser({ ...mia, role: 'owner', token: 't', email: 'a@b.c' })
    expect(found).toEqual(mia)
    expect(findUser({ ...mia, isGuest: true, role: 'admin' })?.role).toBe('guest')
  })
})

describe('the token order', () => {
  // Specification 7.4
  test('stored user, authToken in local, authToken in session, firebaseToken in local', () => {
    expect(authToken()).toBeNull()
    localStorage.setItem('firebaseToken', 'firebase')
    expect(authToken()).toBe('firebase')
    sessionStorage.setItem('authToken', 'session')
    expect(authToken()).toBe('session')
    localStorage.setItem('authToken', 'local')
    expect(authToken()).toBe('local')
    localStorage.setItem('user', JSON.stringify({ status: 'success', data: { ...mia, token: 'user' } }))
    expect(authToken()).toBe('user')
  })

  // Specification 3.1
  test('a token on the stored user is found in every stored form', () => {
    for (const stored of [{ token: 'a' }, { data: { token: 'a' } }, { data: { data: { token: 'a' } } }]) {
      localStorage.setItem('user', JSON.stringify(stored))
      expect(storedUserToken()).toBe('a')
    }
  })
})
