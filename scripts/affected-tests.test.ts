import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../tools/settings.ts'
import { areas, areasOf, reachedAreas, sharedWords, testsOf } from './affected-tests.ts'

const routes: Record<string, string> = {
  'app/routes/checkout.tsx':
    "import { x } from '#features/orders/orders.types.ts'\nimport '#features/shop/shop.rules.ts'",
  'app/routes/healthz.ts': "import { x } from '#server/health.server.ts'",
}
const read = (path: string) => routes[path] ?? ''

test.each([
  ['app/features/orders/refunds/refund.rules.ts', ['orders']],
  ['supabase/migrations/20261121000231_accounts_factor_confirmations.sql', ['accounts']],
  ['app/routes/checkout.tsx', ['orders', 'shop']],
  ['app/routes/healthz.ts', 'all'],
  ['app/ui/table.tsx', 'all'],
  ['supabase/embedded/postgres.ts', 'all'],
  ['docs/map.md', []],
])('%s belongs to %j', (path, expected) => {
  expect(areasOf(path, read)).toEqual(expected)
})

const tests = [
  'app/core/dollars.test.ts',
  'app/features/shop/cart.test.ts',
  'e2e/orders-refunds.test.ts',
  'e2e/orders-capacity.proof.test.ts',
  'e2e/shop-cart.test.ts',
  'e2e/specification-screens.test.ts',
  'supabase/tests/contract.test.ts',
  'supabase/tests/orders-lives.proof.test.ts',
  'supabase/tests/orders.test.ts',
  'supabase/tests/structure.test.ts',
]

test('a change runs the tests of its area, all tests of rules, and those that ask something of every area', () => {
  expect(testsOf(['app/features/orders/orders.rules.ts', 'docs/map.md'], tests, read)).toEqual([
    'app/core/dollars.test.ts',
    'app/features/shop/cart.test.ts',
    'e2e/specification-screens.test.ts',
    'supabase/tests/contract.test.ts',
    'supabase/tests/structure.test.ts',
    'e2e/orders-refunds.test.ts',
    'e2e/orders-capacity.proof.test.ts',
    'supabase/tests/orders.test.ts',
  ])
})

test('a changed test runs itself, and a file that all areas share runs everything', () => {
  expect(testsOf(['e2e/shop-cart.test.ts'], tests, read)).toContain('e2e/shop-cart.test.ts')
  expect(testsOf(['e2e/shop-cart.test.ts'], tests, read)).not.toContain('supabase/tests/orders.test.ts')
  expect(testsOf(['app/ui/table.tsx'], tests, read)).toBe('all')
})

test('screens are opened of the areas that a change reaches', () => {
  const changed = ['app/routes/checkout.tsx', 'app/features/mail/mail.rules.ts', 'docs/map.md']
  expect(reachedAreas(changed, tests, read)).toBe('mail,orders,shop')
  expect(reachedAreas(['e2e/shop-cart.test.ts'], tests, read)).toBe('')
  expect(reachedAreas([...changed, 'app/ui/table.tsx'], tests, read)).toBe('all')
})

test('the areas are the folders of features', () => {
  expect(areas).toEqual(expect.arrayContaining(['accounts', 'orders', 'shop', 'tickets']))
})

test('every test of data or browser begins with the word of its area, or with one of those that belong to none', () => {
  const words = [...areas, ...sharedWords].join('|')
  const named = new RegExp(`^(${words})(-[a-z-]+)?(\\.proof)?\\.test\\.ts$`)
  const names = globSync('{e2e,supabase/tests}/*.test.ts', { cwd: root }).map((path) => basename(path))
  expect(names.filter((name) => !named.test(name))).toEqual([])
})
