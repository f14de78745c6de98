import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { StartError } from '../tools/processes.ts'
import { root } from '../tools/settings.ts'

/** Prefers Debian's headless shell: it needs three fifths of the CPU time of the whole browser. */
const debianBrowsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Finds the browser's program: Debian's where it is installed, else Playwright's own. */
export function browserPath(): string {
  return debianBrowsers.find((path) => existsSync(path)) ?? chromium.executablePath()
}

/**
 * Makes sure that there is a browser for the browser tests: Debian's own as root on Debian, else Playwright's.
 * @throws StartError when none can be installed
 */
export function ensureBrowser(): void {
  if (existsSync(browserPath())) return
  console.log('Installing Chromium for the browser tests ...')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env: env }).status === 0
  const debian = existsSync('/etc/debian_version') && process.getuid?.() === 0
  if (debian && run('apt-get', 'update', '-q')) {
    run('apt-get', 'install', '-qy', '--no-install-recommends', 'chromium-headless-shell', 'fonts-liberation')
  }
  if (!existsSync(browserPath())) {
    run(process.execPath, join(root, 'node_modules/playwright-core/cli.js'), 'install', 'chromium')
  }
  if (!existsSync(browserPath())) {
    throw new StartError(
      'Chromium could not be installed: install it by hand (on Debian: apt-get install chromium-headless-shell) and run again.',
    )
  }
}
