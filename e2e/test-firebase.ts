import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deleteApp, initializeApp } from 'firebase/app'
import {
  type Auth,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  initializeAuth,
  signInWithCredential,
  signInWithEmailAndPassword,
  signOut,
} from 'firebase/auth'
import * as z from 'zod'
import { ensureBuilt } from '../scripts/build.ts'
import { stackSettings, startLocalStack } from '../scripts/local-stack.ts'
import { command, StartError, supervise } from '../tools/processes.ts'
import { freePorts, localSecrets, readSettings, temporaryFolder } from '../tools/settings.ts'
import { ApiVisitor } from './api-visitor.ts'
import { openBrowser, openPage } from './browser.ts'
import { names } from './names.ts'

/**
 * Signs in through the real Firebase Auth emulator and Firebase's own browser library, exchanges the tokens at the built
 * site, and signs in once more in the site's own window. Needs the network once, to fetch the emulator; nothing else of this project depends on it.
 */

const tools = 'firebase-tools@15.34.2'
const projectId = 'demo-jouvay'

/** Runs this file again inside the emulator. */
async function runInsideEmulator(): Promise<void> {
  const folder = mkdtempSync(join(temporaryFolder(), 'jouvay-firebase-'))
  const [first] = await freePorts()
  const at = (offset: number) => ({ host: '127.0.0.1', port: first + offset })
  const emulators = {
    auth: at(0),
    hub: at(1),
    logging: at(2),
    ui: { enabled: false },
    singleProjectMode: true,
  }
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify({ emulators }))
  const inside = `"${process.execPath}" "${import.meta.filename}" --inside`
  const args = [
    '-y',
    '-p',
    tools,
    'firebase',
    'emulators:exec',
    '--only',
    'auth',
    '--project',
    projectId,
    inside,
  ]
  try {
    const child = spawn('npx', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' })
    const code = await new Promise((ended, failed) => child.once('exit', ended).once('error', failed))
    if (code !== 0) throw new StartError('The sign-in through the Firebase emulator failed (see above).')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts a stack and a site beside the emulator and checks the exchange. */
async function runChecks(emulatorHost: string): Promise<void> {
  const dataDir = mkdtempSync(join(temporaryFolder(), 'jouvay-firebase-data-'))
  const closers = [async () => rmSync(dataDir, { recursive: true, force: true })]
  const giveUp = (error: Error) => console.error(error.message)
  try {
    const [port, sitePort] = await freePorts()
    const siteUrl = `http://localhost:${sitePort}`
    Object.assign(process.env, {
      DATA_DIR: dataDir,
      STACK_PORT: String(port),
      PORT: String(sitePort),
      SITE_URL: siteUrl,
    })
    const stack = await startLocalStack({ dataDir, port, siteUrl }, giveUp)
    closers.push(stack.stop)
    await ensureBuilt()
    const env = {
      ...localSecrets(readSettings(), dataDir),
      ...stackSettings(stack.ready),
      SITE_MODE: 'local',
      LOG_LEVEL: 'error',
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_API_KEY: 'any-web-api-key',
      FIREBASE_METHODS: 'email',
      FIREBASE_AUTH_EMULATOR_HOST: emulatorHost,
    }
    const readySchema = z.object({ url: z.string() })
    const site = await supervise({ name: 'site', file: 'server.ts', env, readySchema }, giveUp)
    closers.push(site.stop)

    const app = initializeApp({ projectId, apiKey: 'any' })
    closers.push(() => deleteApp(app))
    const auth = initializeAuth(app)
    connectAuthEmulator(auth, `http://${emulatorHost}`, { disableWarnings: true })
    await check(auth, siteUrl)
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

async function check(auth: Auth, site: string): Promise<void> {
  const exchange = (visitor: ApiVisitor, idToken: string) => visitor.post('/api/auth/firebase', { idToken })
  const step = (name: string) => console.log(`✓ ${name}`)

  const { user } = await createUserWithEmailAndPassword(auth, 'dex@example.com', 'secret-7')
  const idToken = await user.getIdToken()
  const visitor = new ApiVisitor(site)
  const first = await exchange(visitor, idToken)
  assert.equal(first.status, 200, first.text)
  assert.equal(first.body.role, 'member')
  step('sign-up at the provider, token, exchange')

  const me = await visitor.get('/api/me')
  assert.equal(me.status, 200)
  assert.deepEqual(me.body, first.body)
  step('GET /api/me is the same account')

  assert.equal((await exchange(new ApiVisitor(site), idToken)).status, 401)
  step('the same token again is refused')

  await signOut(auth)
  // Waits for the next second: tokens carry whole seconds, and the emulator would issue the same token.
  await new Promise((resolve) => setTimeout(resolve, 1100))
  const back = await signInWithEmailAndPassword(auth, 'dex@example.com', 'secret-7')
  const again = await exchange(new ApiVisitor(site), await back.user.getIdToken())
  assert.equal(again.body.id, first.body.id)
  step('signing in again is the same account')

  const google = GoogleAuthProvider.credential(
    JSON.stringify({ sub: 'g-1', email: 'mia@example.com', email_verified: true, name: 'Mia K' }),
  )
  const mia = await signInWithCredential(auth, google)
  const linked = await exchange(new ApiVisitor(site), await mia.user.getIdToken())
  assert.equal(linked.status, 200, linked.text)
  assert.notEqual(linked.body.id, first.body.id)
  assert.equal(linked.body.displayName, 'Mia K')
  step('signing in with Google is an account of its own, with the name')

  const [header, payload, signature] = (await mia.user.getIdToken(true)).split('.')
  const claims = { ...JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()), aud: 'other-project' }
  const foreign = [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
  assert.equal((await exchange(new ApiVisitor(site), foreign)).status, 401)
  step("another project's token is refused")

  const browser = await openBrowser()
  try {
    const page = await openPage(browser)
    await page.goto(`${site}/?auth=login`, { waitUntil: 'networkidle' })
    const button = page.getByRole('button', { name: names.continueWithEmail })
    await button.click()
    await page.getByLabel(names.email, { exact: true }).fill('dex@example.com')
    await page.getByLabel(names.accountPassword).fill('secret-7')
    await button.click()
    await page.getByText('Login Successful', { exact: true }).waitFor()
    const user = await page.evaluate(() => localStorage.getItem('userId'))
    assert.equal(user, first.body.id)
    assert.deepEqual(page.consoleErrors, [])
  } finally {
    await browser.close()
  }
  step('the sign-in window, with the email of the same account')
}

await command(async () => {
  const emulatorHost = process.env.FIREBASE_AUTH_EMULATOR_HOST
  if (process.argv.includes('--inside') && emulatorHost) await runChecks(emulatorHost)
  else await runInsideEmulator()
})
