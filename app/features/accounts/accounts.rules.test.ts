import { expect, test } from 'vitest'
import { proposeUsername } from './accounts.rules.ts'

test.each([
  ['Mia Joseph', 'mia.joseph4821'],
  ['  José-María  O’Neill ', 'jose.maria.o.neill4821'],
  ['Anne-Sophie Marguerite de la Tour', 'anne.sophie.margueri4821'],
  ['李小龙', 'guest4821'],
  ['...', 'guest4821'],
])('a username for %s', (name, username) => {
  expect(proposeUsername(name, 4821)).toBe(username)
  expect(username).toMatch(/^[a-z0-9_.]{3,30}$/)
})
