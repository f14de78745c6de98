import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hydrated, openBrowser, openPage, phone, type TestPage } from './browser.ts'
import { fieldState, openSignIn, signInWindow, toast } from './sign-in.ts'

/**
 * Tests validation rules (specification, section 5): each message at its field, before any request and from the
 * server.
 */

const { url: site } = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const good = {
  Email: 'mia@example.com',
  'Display name': 'Mia Joseph',
  Password: 'Tassa-4-drums',
  'Confirm password': 'Tassa-4-drums',
}

// Does not depend on the size, so one size is tested.
describe('on a phone', () => {
  const viewport = phone
  let page: TestPage
  const calls: string[] = []

  beforeAll(async () => {
    page = await openPage(browser, { viewport })
    page.on('request', (request) => {
      if (request.url().includes('/api/auth/')) calls.push(request.url())
    })
    await page.goto(`${site}/shop`)
    await hydrated(page)
  })
  afterAll(() => page.context().close())

  const wrong = (message: string) => ({ invalid: true, text: expect.stringContaining(message) })
  const right = { invalid: false, text: expect.any(String) }
  const type = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
  const send = (name: string) => signInWindow(page).getByRole('button', { name, exact: true }).click()

  describe('Login', () => {
    beforeAll(async () => {
      await openSignIn(page, { tab: 'login' })
      await send('Login')
    })

    // Specification 5.1
    test('username at least 3 characters: "Username must be at least 3 characters".', async () => {
      await type('Username', 'mi')
      expect(await fieldState(page, 'Username')).toEqual(wrong('Username must be at least 3 characters'))
      await type('Username', 'mia')
      expect(await fieldState(page, 'Username')).toEqual(right)
    })

    // Specification 5.2
    test('password at least 6: "Password must be at least 6 characters".', async () => {
      await type('Password', '12345')
      expect(await fieldState(page, 'Password')).toEqual(wrong('Password must be at least 6 characters'))
      await type('Password', '123456')
      expect(await fieldState(page, 'Password')).toEqual(right)
      expect(calls).toEqual([])
    })
  })

  describe('Register', () => {
    beforeAll(async () => {
      await page.keyboard.press('Escape')
      await openSignIn(page, { tab: 'register' })
      await send('Create account')
    })

    // Specification 5.3
    test('email valid: "Please enter a valid email address".', async () => {
      for (const email of ['', 'mia', 'mia@', 'mia@example']) {
        await type('Email', email)
        expect(await fieldState(page, 'Email')).toEqual(wrong('Please enter a valid email address'))
      }
      await type('Email', good.Email)
      expect(await fieldState(page, 'Email')).toEqual(right)
    })

    // Specification 5.4
    test('displayName at least 3: "Display name must be at least 3 characters".', async () => {
      await type('Display name', 'Mi')
      expect(await fieldState(page, 'Display name')).toEqual(
        wrong('Display name must be at least 3 characters'),
      )
      await type('Display name', good['Display name'])
      expect(await fieldState(page, 'Display name')).toEqual(right)
    })

    // Specification 5.5
    test('password at least 8, with one uppercase letter and one number', async () => {
      for (const [password, message] of [
        ['Short1', 'Password must be at least 8 characters'],
        ['lower-case-1', 'Password must contain at least one uppercase letter'],
        ['No-numbers', 'Password must contain at least one number'],
      ] as const) {
        await type('Password', password)
        expect(await fieldState(page, 'Password')).toEqual(wrong(message))
      }
      await type('Password', good.Password)
      expect(await fieldState(page, 'Password')).toEqual(right)
    })

    // Specification 5.6
    test('confirmPassword at least 6 and equal to password: "Passwords do not match".', async () => {
      await type('Confirm password', 'Tassa')
      expect(await fieldState(page, 'Confirm password')).toEqual(
        wrong('Password must be at least 6 characters'),
      )
      await type('Confirm password', 'Tassa-5-drums')
      expect(await fieldState(page, 'Confirm password')).toEqual(wrong('Passwords do not match'))
      await type('Confirm password', good['Confirm password'])
      expect(await fieldState(page, 'Confirm password')).toEqual(right)
      await type('Username', 'mi')
      expect(await fieldState(page, 'Username')).toEqual(wrong('Username must be at least 3 characters'))
      expect(calls).toEqual([])
    })

    // Specification 3.5, 5.7, 7.8, 8.15
    test('A successful registration response must contain an id. confirmPassword is not sent.', async () => {
      let sent: unknown
      await page.route('**/api/auth/register', (route) => {
        sent = route.request().postDataJSON()
        return route.fulfill({ json: { displayName: 'Mia Joseph', isGuest: false } })
      })
      await type('Username', 'mia_joseph')
      await send('Create account')
      await toast(page, 'Registration Failed')
        .filter({ hasText: 'Unable to process registration response' })
        .waitFor()
      expect(sent).toEqual({
        username: 'mia_joseph',
        email: good.Email,
        displayName: good['Display name'],
        password: good.Password,
      })
      expect(await signInWindow(page).isVisible()).toBe(true)
      expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
      expect(page.consoleErrors).toEqual([])
    })
  })

  // Specification 5.8
  test('The server returns the same messages at the same fields to a form without JavaScript.', async () => {
    const plain = await openPage(browser, { viewport, javaScriptEnabled: false })
    const sendForm = async (tab: 'login' | 'register', typed: Record<string, string>, button: string) => {
      if (!new URL(plain.url(), site).search.includes(`auth=${tab}`))
        await plain.goto(`${site}/?auth=${tab}&redirect=/shop`)
      for (const [label, text] of Object.entries(typed))
        await signInWindow(plain).getByLabel(label, { exact: true }).fill(text)
      // Removes the browser's own checks, which would keep most of it from the server.
      await plain
        .locator('dialog form')
        .first()
        .evaluate((form) => form.setAttribute('novalidate', ''))
      await plain.getByRole('button', { name: button, exact: true }).click()
    }
    await sendForm('login', { Username: 'mi', Password: '12345' }, 'Login')
    expect(await fieldState(signInWindow(plain), 'Username')).toEqual(
      wrong('Username must be at least 3 characters'),
    )
    expect(await fieldState(signInWindow(plain), 'Password')).toEqual(
      wrong('Password must be at least 6 characters'),
    )
    expect(await signInWindow(plain).getByLabel('Username').inputValue()).toBe('mi')
    expect(await signInWindow(plain).getByLabel('Password', { exact: true }).inputValue()).toBe('')

    const register = {
      Username: 'mi',
      Email: 'mia@',
      'Display name': 'Mi',
      'Confirm password': 'Tassa-5-drums',
    }
    await sendForm('register', { ...register, Password: 'drums' }, 'Create account')
    expect(await fieldState(signInWindow(plain), 'Username')).toEqual(
      wrong('Username must be at least 3 characters'),
    )
    expect(await fieldState(signInWindow(plain), 'Email')).toEqual(
      wrong('Please enter a valid email address'),
    )
    expect(await fieldState(signInWindow(plain), 'Display name')).toEqual(
      wrong('Display name must be at least 3 characters'),
    )
    for (const message of [
      'Password must be at least 8 characters',
      'Password must contain at least one uppercase letter',
      'Password must contain at least one number',
    ]) {
      expect(await fieldState(signInWindow(plain), 'Password')).toEqual(wrong(message))
    }
    expect(await fieldState(signInWindow(plain), 'Confirm password')).toEqual(wrong('Passwords do not match'))
    expect(await signInWindow(plain).getByLabel('Display name').inputValue()).toBe('Mi')
    await plain.context().close()
  })
})
