import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from '../tools/settings.ts'

/** Runs a program in which the site's server was loaded, as its process loads it. */
function inSite(program: string): unknown {
  const text = `await import('./server.ts')
    const { createRequire } = await import('node:module')
    const load = createRequire(process.cwd() + '/server.ts')
    ${program}`
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', text]
  const ran = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (ran.status !== 0) throw new Error(String(ran.stderr))
  return JSON.parse(String(ran.stdout))
}

test('the router flattens routes and compiles patterns once for all URLs', () => {
  const counted = inSite(`
    const { matchRoutes } = load('@remix-run/router')
    let paths = 0
    const routes = ['/a/:b', '/c/:d/:e?', '*'].map((path) => ({ get path() { paths++; return path } }))
    const seen = ['/a/1', '/c/2/3', '/c/4', '/none'].map((path) => matchRoutes(routes, path)[0].params)
    const once = paths
    const again = ['/a/5', '/c/6/7', '/nowhere'].map((path) => matchRoutes(routes, path)[0].params)
    const other = matchRoutes([{ path: '/a/:name' }], '/a/8')[0].params
    console.log(JSON.stringify({ seen, again, other, flattened: paths - once }))`)
  expect(counted).toEqual({
    seen: [{ b: '1' }, { d: '2', e: '3' }, { d: '4' }, { '*': 'none' }],
    again: [{ b: '5' }, { d: '6', e: '7' }, { '*': 'nowhere' }],
    other: { name: '8' },
    flattened: 0,
  })
})

test('pages are rendered from one set of routes, for as long as their modules are the same', () => {
  const counted = inSite(`
    const { RemixServer } = load('@remix-run/react')
    const { createElement } = load('react')
    const { renderToString } = load('react-dom/server')
    let reads = 0
    const route = { id: 'root', get path() { reads++; return '' }, hasLoader: false }
    const assets = { routes: { root: route }, entry: { imports: [], module: '' }, url: '', version: '1' }
    const render = (module) => renderToString(createElement(RemixServer, {
      url: 'http://localhost/',
      context: {
        manifest: assets,
        routeModules: { root: module },
        future: {},
        staticHandlerContext: {
          basename: '/', location: { pathname: '/', search: '', hash: '', state: null, key: 'k' },
          matches: [{ route: { id: 'root' }, params: {}, pathname: '/', pathnameBase: '/' }],
          loaderData: {}, actionData: null, errors: null,
        },
      },
    })).replace(/<!--.*?-->/g, '')
    const hello = { default: () => createElement('p', null, 'hello') }
    const first = render(hello)
    const once = reads
    const second = render(hello)
    const kept = reads - once
    const changed = render({ default: () => createElement('p', null, 'bye') })
    console.log(JSON.stringify({ first, second, kept, changed }))`)
  expect(counted).toEqual({ first: '<p>hello</p>', second: '<p>hello</p>', kept: 0, changed: '<p>bye</p>' })
})
