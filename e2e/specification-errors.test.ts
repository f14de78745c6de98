import { createClient } from '@supabase/supabase-js'
import type { Browser, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newAccountDetails, registered } from './api-visitor.ts'
import { hydrated, openBrowser, openPage, phone, type TestPage } from './browser.ts'
import { fillRegistration } from './buyer-steps.ts'
import { logIn, openSignIn, signInWindow, toast } from './sign-in.ts'

/** Tests messages of failures, and when there are none (specification, section 8). */

const { url: site } = inject('site')
const stack = inject('stack')
const service = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } })
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const fulfillWith = (status: number, body: object) => (route: Route) => route.fulfill({ status, json: body })

// Does not depend on the size, so one size is tested.
describe('on a phone', () => {
  const viewport = phone
  let page: TestPage
  const warnings: string[] = []

  beforeAll(async () => {
    page = await openPage(browser, { viewport })
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text())
    })
    await page.goto(`${site}/shop`)
    await hydrated(page)
  })
  afterAll(() => page.context().close())

  /** Waits for the one toast that is shown. */
  async function expectToast(title: string, text: string): Promise<void> {
    await toast(page, title).filter({ hasText: text }).waitFor()
    expect(await page.locator('ol > li').count()).toBe(1)
    expect(await toast(page, title).locator('strong + span').textContent()).toBe(text)
  }

  /** Makes the call end in a given way while `work` runs. */
  async function whileCallEnds(
    call: 'login' | 'register',
    how: (route: Route) => unknown,
    work: () => Promise<void>,
  ) {
    await page.route(`**/api/auth/${call}`, how)
    await work()
    await page.unroute(`**/api/auth/${call}`)
  }

  async function whileOffline(work: () => Promise<void>): Promise<void> {
    await page.context().setOffline(true)
    await work()
    await page.context().setOffline(false)
  }

  describe('Login Failed', () => {
    beforeAll(() => openSignIn(page, { tab: 'login' }))

    // Specification 8.6
    test('"Invalid username or password. Please try again." for an unknown name and for a wrong password', async () => {
      for (const name of ['mia', 'nobody_at_all']) {
        await logIn(page, name, 'Wrong-password-1')
        await expectToast('Login Failed', 'Invalid username or password. Please try again.')
        await signInWindow(page).getByRole('alert').getByText('Invalid username or password.').waitFor()
        await page.getByRole('button', { name: 'Dismiss' }).click()
      }
    })

    // Specification 8.7
    test('"Account not found. Please check your username or register." for a deactivated account', async () => {
      const { details, id } = await registered(site)
      await service.rpc('sanction_account', { p_user: id, p_kind: 'suspended', p_reason: 'test' })
      await logIn(page, details.username, details.password)
      await expectToast('Login Failed', 'Account not found. Please check your username or register.')
    })

    // Specification 8.8
    test('"Network connection error. Please check your internet connection and try again." without a network', async () => {
      await whileOffline(async () => {
        await logIn(page, 'mia')
        await expectToast(
          'Login Failed',
          'Network connection error. Please check your internet connection and try again.',
        )
      })
    })

    // Specification 8.9
    test('"Network error. Please check your connection and try again." when the request fails or takes too long', async () => {
      const text = 'Network error. Please check your connection and try again.'
      await whileCallEnds(
        'login',
        (route) => route.abort('connectionreset'),
        async () => {
          await logIn(page, 'mia')
          await expectToast('Login Failed', text)
          await page.getByRole('button', { name: 'Dismiss' }).click()
        },
      )
      // Ends the next timeout of this length at once.
      await page.evaluate(() => {
        const { timeout } = AbortSignal
        AbortSignal.timeout = (milliseconds) => {
          AbortSignal.timeout = timeout
          Object.assign(window, { timeout: milliseconds })
          return timeout.call(AbortSignal, 50)
        }
      })
      await whileCallEnds(
        'login',
        () => undefined,
        async () => {
          await logIn(page, 'mia')
          await expectToast('Login Failed', text)
        },
      )
      expect(await page.evaluate(() => Reflect.get(window, 'timeout'))).toBe(20_000)
    })

    // Specification 8.10
    test('default "Please check your credentials."', async () => {
      await whileCallEnds('login', fulfillWith(500, { message: 'broken' }), async () => {
        await logIn(page, 'mia')
        await expectToast('Login Failed', 'Please check your credentials.')
      })
    })

    // Specification 8.15
    test('"Invalid user data received" for a response without a user', async () => {
      await whileCallEnds('login', fulfillWith(200, { status: 'success', data: {} }), async () => {
        await logIn(page, 'mia')
        await expectToast('Login Failed', 'Invalid user data received')
      })
      expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    })

    // Specification 8.2
    test('Non-success response: the body is logged; for login and register the failed status is not thrown.', async () => {
      expect(warnings).toContain('POST /api/auth/login answered 500 {"message":"broken"}')
      const thrown = page.consoleErrors.filter((line) => !/Failed to load resource|ERR_/.test(line))
      expect(thrown).toEqual([])
    })
  })

  // Specification 8.8
  test('the first toast of a page appears without a network too, and nothing is thrown', async () => {
    const first = await openPage(browser, { viewport })
    const thrown: string[] = []
    first.on('pageerror', (error) => thrown.push(error.message))
    await first.goto(`${site}/shop`)
    await hydrated(first)
    const loaded = first.waitForResponse((response) => /\/toaster-[^/]+\.js$/.test(response.url()))
    await openSignIn(first, { tab: 'login' })
    await (await loaded).finished()
    await first.context().setOffline(true)
    await logIn(first, 'mia')
    const text = 'Network connection error. Please check your internet connection and try again.'
    await toast(first, 'Login Failed').filter({ hasText: text }).waitFor()
    expect(thrown).toEqual([])
    await first.context().close()
  })

  test('a sign-in window whose code fails to load shows a toast, and opens at the next try that loads it', async () => {
    const first = await openPage(browser, { viewport })
    await first.goto(`${site}/shop`)
    await hydrated(first)
    const button = first.getByRole('button', { name: 'Sign In' })
    const code = '**/assets/sign-in-window-*.js'
    await first.route(code, (route) => route.abort())
    await button.click()
    await toast(first, "Sign-in didn't open").waitFor()
    expect(await first.getByRole('heading', { name: 'Shop' }).count()).toBe(1)
    await first.unroute(code)
    await button.click()
    await signInWindow(first).waitFor()
    await first.context().close()
  })

  describe('Registration Failed', () => {
    beforeAll(async () => {
      await page.keyboard.press('Escape')
      await openSignIn(page, { tab: 'register' })
      await fillRegistration(page, newAccountDetails('Mia'))
    })
    const send = () => page.getByRole('button', { name: 'Create account' }).click()

    // Specification 8.11
    test('default "Registration failed. Please try again."', async () => {
      await whileCallEnds('register', fulfillWith(500, { message: 'broken', errors: [] }), async () => {
        await send()
        await expectToast('Registration Failed', 'Registration failed. Please try again.')
      })
    })

    // Specification 8.12
    test('"Username already exists. Please choose a different username." (already exists or already taken)', async () => {
      const text = 'Username already exists. Please choose a different username.'
      await whileCallEnds(
        'register',
        fulfillWith(409, { message: 'This name is already taken' }),
        async () => {
          await send()
          await expectToast('Registration Failed', text)
          await page.getByRole('button', { name: 'Dismiss' }).click()
        },
      )
      await page.getByLabel('Username').fill('Mia')
      await send()
      await expectToast('Registration Failed', text)
      await signInWindow(page).locator('[id$="username-error"]', { hasText: text }).waitFor()
      await page.getByLabel('Username').fill(newAccountDetails('Mia').username)
    })

    // Specification 8.13
    test('"Network error" (network or connection)', async () => {
      await whileOffline(async () => {
        await send()
        await expectToast('Registration Failed', 'Network error')
      })
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await whileCallEnds(
        'register',
        (route) => route.abort('connectionrefused'),
        async () => {
          await send()
          await expectToast('Registration Failed', 'Network error')
        },
      )
    })

    // Specification 8.14
    test('"Please check your information and try again." (validation)', async () => {
      const errors = [
        {
          message: 'This password is too easy to guess. Please choose another.',
          field: 'password',
        },
      ]
      await whileCallEnds(
        'register',
        fulfillWith(422, { message: 'Validation failed', errors }),
        async () => {
          await send()
          await expectToast('Registration Failed', 'Please check your information and try again.')
          await signInWindow(page).getByText('This password is too easy to guess.').waitFor()
        },
      )
    })
  })

  // Specification 0.2, 8.16
  test('Success toasts: Login Successful ("Welcome back, {name}!"); Registration Successful (welcome message).', async () => {
    const { username, displayName, password } = newAccountDetails('Nia')
    await fillRegistration(page, { ...newAccountDetails('Nia'), username, displayName, password })
    await page.getByRole('button', { name: 'Create account' }).click()
    await expectToast('Registration Successful', `Welcome to Jouvay, ${displayName}!`)
    await signInWindow(page).waitFor({ state: 'hidden' })
    await page.request.post(`${site}/api/auth/logout`, { headers: { origin: site } })
    await page.reload()
    await hydrated(page)
    await openSignIn(page, { tab: 'login' })
    await logIn(page, username, password)
    await expectToast('Login Successful', `Welcome back, ${displayName}!`)
  })
})
