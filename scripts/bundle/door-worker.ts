import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { ticketScanner, ticketScannerOffline } from '../../app/core/paths.ts'
import { workerFile } from '../../app/features/door/offline/worker-file.ts'
import { root } from '../../tools/settings.ts'

/**
 * Bundles the scanner's service worker with the list of its files, whose names change with their content. It stands beside the site's
 * other files, at the top: from there it may control the scanner without a header of its own.
 * @param folder the build
 */
export async function buildDoorWorker(folder: string): Promise<void> {
  const files: string[] = JSON.parse(readFileSync(join(folder, 'door-files.json'), 'utf8'))
  // The page names the files that it loads: it is another one whenever they are.
  const revision = createHash('sha256').update(files.join()).digest('hex').slice(0, 16)
  const shell = ticketScannerOffline()
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: {
      doorFiles: JSON.stringify([{ url: shell, revision }, ...files.map((url) => ({ url, revision: null }))]),
      doorShell: JSON.stringify(shell),
      doorScope: JSON.stringify(ticketScanner()),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      target: 'es2022',
      outDir: join(folder, 'client'),
      emptyOutDir: false,
      lib: {
        entry: join(root, 'app/features/door/offline/worker.ts'),
        formats: ['iife'],
        name: 'doorWorker',
        fileName: () => workerFile.slice(1),
      },
      // As every page does: the content policy forbids zod to compile its checks.
      rollupOptions: { output: { intro: 'globalThis.__zod_globalConfig={jitless:true};' } },
    },
  })
}
