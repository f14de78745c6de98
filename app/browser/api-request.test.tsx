import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, apiPath, apiRequest } from './api-request.ts'
import { fetchQuery } from './queries.ts'

const fetchMock = vi.fn<typeof fetch>()

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', fetchMock)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  fetchMock.mockReset()
})

function headersOf(call = 0): Record<string, string> {
  return Object.fromEntries(new Headers(fetchMock.mock.calls[call]?.[1]?.headers))
}

describe('a request', () => {
  // Specification 7.1
  test.each([
    ['/me', '/api/me'],
    ['me', '/api/me'],
    ['/api/me', '/api/me'],
    ['/apiary', '/api/apiary'],
  ])('to %s goes to %s', (path, url) => expect(apiPath(path)).toBe(url))

  // Specification 7.2, 9.1
  test('sends cookies, a JSON body when there is one, and no identity when there is none', async () => {
    fetchMock.mockImplementation(async () => Response.json({}))
    await apiRequest('POST', '/auth/guest', {})
    await apiRequest('GET', '/me')
    const [, post] = fetchMock.mock.calls[0] ?? []
    expect(post).toMatchObject({ method: 'POST', credentials: 'include', body: '{}' })
    expect(headersOf(0)).toEqual({ accept: 'application/json', 'content-type': 'application/json' })
    expect(fetchMock.mock.calls[1]?.[1]?.body).toBeNull()
    expect(headersOf(1)).toEqual({ accept: 'application/json' })
  })

  // Specification 7.3
  test('names the stored user in headers that any name fits into', async () => {
    fetchMock.mockImplementation(async () => Response.json({}))
    const user = { id: 'u1', username: 'mía', displayName: '미아', role: 'admin', isGuest: false, token: 't' }
    localStorage.setItem('user', JSON.stringify(user))
    await apiRequest('GET', '/me')
    const headers = headersOf()
    expect(headers).toMatchObject({ 'user-id': 'u1', authorization: 'Bearer t' })
    expect(JSON.parse(headers['x-user-data'] ?? '')).toEqual({ id: 'u1', username: 'mía', role: 'admin' })
  })
})

describe('a non-success response', () => {
  // Specification 8.1
  test('is thrown as "status: text"', async () => {
    fetchMock.mockImplementation(async () => new Response('Nothing here', { status: 404 }))
    await expect(apiRequest('GET', '/x')).rejects.toThrow(new ApiError(404, 'Nothing here').message)
    fetchMock.mockImplementation(
      async () => new Response('', { status: 503, statusText: 'Service Unavailable' }),
    )
    await expect(apiRequest('GET', '/x')).rejects.toThrow('503: Service Unavailable')
  })

  // Specification 8.2
  test.each(['/auth/login', '/api/auth/register'])('of %s is returned', async (path) => {
    fetchMock.mockImplementation(async () => Response.json({ message: 'No.' }, { status: 401 }))
    const response = await apiRequest('POST', path, {})
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ message: 'No.' })
  })

  // Specification 8.1
  test('is returned when errors are suppressed', async () => {
    fetchMock.mockImplementation(async () => new Response('No', { status: 401 }))
    expect((await apiRequest('GET', '/me', undefined, { suppressErrors: true })).status).toBe(401)
  })

  // Specification 7.5, 8.3
  test('401 of a query throws, or is null with on401', async () => {
    fetchMock.mockImplementation(async () => new Response('Who?', { status: 401 }))
    await expect(fetchQuery(['/me'])).rejects.toThrow('401: Who?')
    expect(await fetchQuery(['/me'], { on401: 'returnNull' })).toBeNull()
    fetchMock.mockImplementation(async () => new Response('Broken', { status: 500 }))
    await expect(fetchQuery(['/me'], { on401: 'returnNull' })).rejects.toThrow('500: Broken')
  })
})
