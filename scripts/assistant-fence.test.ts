import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../tools/settings.ts'

/**
 * Holds the fence of the assistant: what it reads and does goes through the client of the person who asks. A text that it reads can
 * name anything; there is nothing here by which it could reach more than its reader.
 */

/** What its code may import of the server: plumbing of the asker's own client and session. */
const allowed = new Map([
  ['rpc', null],
  ['session', ['RequestArgs']],
  ['supabase', ['userClient']],
])

/** Jobs run beside requests, and answer nobody. */
const files = globSync('app/features/assistant/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !/\.(test|jobs\.server)\.ts$/.test(path),
)

/** @returns what of a file's code goes beyond the fence */
function breachesOf(code: string): string[] {
  const imports = [...code.matchAll(/import (?:type )?\{([^}]*)\} from '#server\/([a-z-]+)\.server\.ts'/g)]
  return [
    ...imports.flatMap(([, names = '', file = '']) => {
      if (!allowed.has(file)) return [`imports ${file}`]
      const only = allowed.get(file)
      const used = names.split(',').flatMap((name) => name.replace('type', '').trim() || [])
      return only ? used.filter((name) => !only.includes(name)).map((name) => `imports ${name}`) : []
    }),
    ...(code.match(
      /\b(?:serviceClient|fetch\(|undici|node:https?|node:net|WebSocket|SECRET_KEY|process\.env)/g,
    ) ?? []),
    ...(code.match(/dangerouslySetInnerHTML|<img|<iframe|\bhref=/g) ?? []),
  ]
}

test('the assistant reads as the person who asks, reaches no other host, and draws no HTML', () => {
  expect(files.length).toBeGreaterThan(8)
  const found = files.flatMap((path) =>
    breachesOf(readFileSync(join(root, path), 'utf8')).map((breach) => `${path}: ${breach}`),
  )
  expect(found).toEqual([])
})

test('a breach is found', () => {
  expect(breachesOf("import { serviceClient, userClient } from '#server/supabase.server.ts'")).toContain(
    'imports serviceClient',
  )
  expect(breachesOf("import { countAttempt } from '#server/rate-limit.server.ts'")).toEqual([
    'imports rate-limit',
  ])
  expect(breachesOf("await fetch('https://example.com')")).toEqual(['fetch('])
})

test('its route imports no other writes, and asks as the person too', () => {
  const code = readFileSync(join(root, 'app/routes/ai-assistant.tsx'), 'utf8')
  const foreign = [...code.matchAll(/from '(#[^']+)'/g)].flatMap(([, path = '']) =>
    /^#(core|ui|features\/assistant)\//.test(path) ? [] : path,
  )
  expect(foreign).toEqual([
    '#features/help/help-answer.reads.server.ts',
    '#server/actor.server.ts',
    '#server/api.server.ts',
    '#server/form.server.ts',
  ])
})
