import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Keeps the router's tables from one request to the next. The router that Remix comes with flattens and ranks all routes
 * and compiles their patterns each time it matches an address, and Remix makes all routes again for each page it renders:
 * together a tenth of what a page costs. It then tries one route after the other, twice for each request: a fifth of what a short
 * response costs, so it tries only those whose first two parts can be the address's. The libraries offer no way to do so, so their
 * text is changed while Node loads it. This module must be imported before anything that imports Remix. An upgrade that changes the text stops the start.
 */

type Change = { from: string; to: string }

/** Routes of a build never change while it runs, so what is computed of an array of them is cached with the array. */
const routerChanges: Change[] = [
  {
    from: `  let branches = flattenRoutes(routes);
  rankRouteBranches(branches);
`,
    to: `  let branches = keptBranches.get(routes);
  if (!branches) {
    branches = flattenRoutes(routes);
    rankRouteBranches(branches);
    keptBranches.set(routes, branches);
  }
`,
  },
  {
    from: 'let [matcher, compiledParams] = compilePath(pattern.path, pattern.caseSensitive, pattern.end);',
    to: `let key = pattern.path + (pattern.caseSensitive ? "|c" : "|") + (pattern.end === false ? "p" : "e");
  let compiled = keptPatterns.get(key);
  if (!compiled) {
    compiled = compilePath(pattern.path, pattern.caseSensitive, pattern.end);
    // More than any build's routes have: patterns are being made as the site runs.
    if (keptPatterns.size > 2000) keptPatterns.clear();
    keptPatterns.set(key, compiled);
  }
  let [matcher, compiledParams] = compiled;`,
  },
  {
    from: 'let decoded = decodePath(pathname);',
    to: `let decoded = decodePath(pathname);
  if (!allowPartial) branches = branchesOf(branches, decoded);`,
  },
  {
    from: 'function matchRoutesImpl(',
    to: `const keptBranches = new WeakMap();
const keptPatterns = new Map();
const branchIndexes = new WeakMap();
// The fixed parts that a pattern begins with, two at most.
function fixedParts(path) {
  const parts = path.toLowerCase().split("/").slice(1, 3);
  const end = parts.findIndex(part => !part || /[:*?]/.test(part));
  return (end < 0 ? parts : parts.slice(0, end)).join("/");
}
// The branches that can match a path, in their order: those that begin with its own parts, or with a parameter.
function branchesOf(branches, path) {
  let index = branchIndexes.get(branches);
  if (!index) {
    const all = branches.map(branch => [fixedParts(branch.path), branch]);
    const keys = new Set(all.flatMap(([key]) => ["", key.split("/")[0], key]));
    const of = key => all.filter(([own]) => !own || own === key || key.startsWith(own + "/")).map(([, branch]) => branch);
    index = new Map([...keys].map(key => [key, of(key)]));
    branchIndexes.set(branches, index);
  }
  const [, first, second] = path.toLowerCase().split("/", 3);
  return index.get(first + "/" + second) ?? index.get(first) ?? index.get("");
}
function matchRoutesImpl(`,
  },
]

/** Each page is rendered from routes of its own, made of the build's, which are the same each time. */
const renderChanges: Change[] = [
  {
    from: 'let routes$1 = routes.createServerRoutes(manifest.routes, routeModules, context.future, context.isSpaMode);',
    to: `let routes$1 = cachedServerRoutes.get(manifest.routes);
  if (!routes$1 || Object.keys(routeModules).some(id => routes$1.modules[id] !== routeModules[id])) {
    routes$1 = routes.createServerRoutes(manifest.routes, routeModules, context.future, context.isSpaMode);
    routes$1.modules = routeModules;
    cachedServerRoutes.set(manifest.routes, routes$1);
  }`,
  },
  { from: 'function RemixServer({', to: 'const cachedServerRoutes = new WeakMap();\nfunction RemixServer({' },
]

const staticRouterChanges: Change[] = [
  {
    from: 'let dataRoutes = router.UNSAFE_convertRoutesToDataRoutes(routes, reactRouter.UNSAFE_mapRouteProperties, undefined, manifest);',
    to: `let cached = cachedDataRoutes.get(routes);
  if (!cached) {
    cached = { manifest: {} };
    cached.dataRoutes = router.UNSAFE_convertRoutesToDataRoutes(routes, reactRouter.UNSAFE_mapRouteProperties, undefined, cached.manifest);
    cachedDataRoutes.set(routes, cached);
  }
  manifest = cached.manifest;
  let dataRoutes = cached.dataRoutes;`,
  },
  {
    from: 'function createStaticRouter(',
    to: 'const cachedDataRoutes = new WeakMap();\nfunction createStaticRouter(',
  },
]

const changes: [file: RegExp, changes: Change[]][] = [
  [/\/@remix-run\/router\/dist\/router\.cjs\.js$/, routerChanges],
  [/\/@remix-run\/react\/dist\/server\.js$/, renderChanges],
  [/\/react-router-dom\/server\.js$/, staticRouterChanges],
]

/** @throws when a text that is to be changed is not there exactly once */
function change(url: string, text: string, wanted: Change[]): string {
  return wanted.reduce((whole, { from, to }) => {
    if (whole.split(from).length !== 2) {
      throw new Error(
        `${url} is not the text that app/server/route-table.server.ts knows: adapt it to this version.`,
      )
    }
    return whole.replace(from, () => to)
  }, text)
}

registerHooks({
  load(url, context, nextLoad) {
    const found = changes.find(([file]) => file.test(url))
    if (!found) return nextLoad(url, context)
    const source = change(url, readFileSync(fileURLToPath(url), 'utf8'), found[1])
    return { format: 'commonjs', source, shortCircuit: true }
  },
})
