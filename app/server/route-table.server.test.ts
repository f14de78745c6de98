import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

type Route = { path?: string; index?: true; children?: Route[] }
type Case = { routes: Route[]; addresses: string[] }

const here = fileURLToPath(new URL('./', import.meta.url))

/**
 * Matches addresses in a process of its own: the router's text is changed when a process first loads it.
 * @param before code that runs before the router is loaded
 */
function matchInProcess(cases: Case[], before: string): [path: string, params: object, pathname: string][][] {
  const script = `
    ${before}
    const { matchRoutes } = process.getBuiltinModule('module').createRequire(${JSON.stringify(here)})('@remix-run/react')
    let text = ''
    for await (const part of process.stdin) text += part
    const matchesOf = ({ routes, addresses }) => addresses.map((address) =>
      matchRoutes(routes, address)?.map(({ route, params, pathname }) => [route.path ?? null, params, pathname]) ?? null)
    console.log(JSON.stringify(JSON.parse(text).flatMap(matchesOf)))`
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    input: JSON.stringify(cases),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (run.status !== 0) throw new Error(run.stderr)
  return JSON.parse(run.stdout)
}

test('the changed router finds what the published one finds', () => {
  const segment = fc.constantFrom('api', 'API', 'events', 'a.json', 'é', ':id', 'new')
  const path = fc
    .tuple(fc.array(segment, { maxLength: 4 }), fc.constantFrom('', '', '', '/*', '/:id?', '/new?'))
    // The router takes a path with a slash in front for one from the root.
    .map(([parts, end]) => `${parts.join('/')}${end}`.replace(/^\//, ''))
  const leaf: fc.Arbitrary<Route> = fc.oneof(
    path.map((one) => ({ path: one })),
    fc.constant<Route>({ index: true }),
  )
  const parent = fc.record(
    { path, children: fc.array(leaf, { minLength: 1, maxLength: 4 }) },
    { requiredKeys: ['children'] },
  )
  const cases = fc.record({
    routes: fc.array(fc.oneof(leaf, parent), { minLength: 1, maxLength: 12 }),
    addresses: fc.array(
      fc
        .array(fc.constantFrom('api', 'Events', 'new', 'a.json', '%C3%A9', 'a%2Fb', 'é', '', '7'), {
          maxLength: 5,
        })
        .map((parts) => `/${parts.join('/')}`),
      { minLength: 5, maxLength: 20 },
    ),
  })
  const sample = fc.sample(cases, 500)
  const changed = matchInProcess(
    sample,
    `await import(${JSON.stringify(new URL('./route-table.server.ts', import.meta.url).href)})`,
  )
  expect(changed).toEqual(matchInProcess(sample, ''))
  expect(changed.filter(Boolean).length).toBeGreaterThan(250)
})
