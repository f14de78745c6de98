import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditActions, auditKinds } from '#features/operations/audit/audit.rules.ts'
import { root } from '../tools/settings.ts'

/** Holds the words of the audit log against the actions and the kinds of subjects that migrations write. */

const migrations = globSync('supabase/migrations/*.sql', { cwd: root })
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')
  .replaceAll(/--.*$/gm, '')

/** Splits the arguments of a call, from behind its parenthesis. */
function argumentsAt(start: number): string[] {
  const found = ['']
  for (let at = start, depth = 0, isText = false; at < migrations.length; at++) {
    const letter = migrations.charAt(at)
    if (letter === "'") isText = !isText
    if (!isText && letter === ')' && depth === 0) break
    if (!isText && '()'.includes(letter)) depth += letter === '(' ? 1 : -1
    if (!isText && letter === ',' && depth === 0) found.push('')
    else found[found.length - 1] += letter
  }
  return found.map((text) => text.trim())
}

const calls = [
  ...migrations.matchAll(/\b(?:perform|select) private\.(?:audit|audit_change|touch_product)\(/g),
].map(({ 0: call, index }) => {
  const [first = '', second = ''] = argumentsAt(index + call.length)
  // touch_product is handed the action, and writes it about a product
  return call.includes('touch_product') ? { action: second, kind: '' } : { action: first, kind: second }
})
/** Lists what an expression may be: itself, or what the branches of its `case` are. */
const namesIn = (expression: string) =>
  [...expression.matchAll(/(?:^|\bthen |\belse )'([\w.]+)'/g)].map(([, name = '']) => name)
/** Lists the actions of rows that are written without `private.audit`: many at once, or by nobody who is signed in. */
const writtenDirectly = [
  ...migrations.matchAll(/insert into private\.audit_log \([^)]*\)\s*(?:select|values)[^;]*?'(\w+\.\w+)'/g),
].map(([, action = '']) => action)
/** Joined names, such as `'goods.' || p_action`, are known by their fixed part alone. */
const isJoined = (expression: string) => expression.includes('||')

test('every action has its words, and no words are left of one that is gone', () => {
  const actions = calls.map(({ action }) => action)
  const named = new Set([
    ...actions.filter((action) => !isJoined(action)).flatMap(namesIn),
    ...writtenDirectly,
  ])
  expect(named.size).toBeGreaterThan(100)
  expect([...named].filter((action) => !Object.hasOwn(auditActions, action))).toEqual([])
  const parts = actions
    .filter(isJoined)
    .flatMap((action) => action.match(/(?<=')(?:[a-z_]+[._]|\.[a-z]+)(?=')/g) ?? [])
  expect(parts.length).toBeGreaterThan(5)
  const isWritten = (name: string) =>
    named.has(name) || parts.some((part) => name.startsWith(part) || name.endsWith(part))
  expect(Object.keys(auditActions).filter((name) => !isWritten(name))).toEqual([])
})

test('every kind of subject has its words', () => {
  const kinds = new Set(calls.flatMap(({ kind }) => namesIn(kind)))
  expect(kinds.size).toBeGreaterThan(20)
  expect([...kinds].filter((kind) => !Object.hasOwn(auditKinds, kind))).toEqual([])
})
