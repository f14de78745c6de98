import type { Plugin, Rollup } from 'vite'

/** Names the public pages that have a weight budget, by their modules. What some of them share is one file for each combination. */
const publicPages: Record<string, RegExp> = {
  home: /\/app\/routes\/_index\.tsx\?__remix/,
  events: /\/app\/routes\/events\._index\.tsx\?__remix/,
  event: /\/app\/routes\/events\.\$id\.\(\$slug\)\.tsx\?__remix/,
  checkout: /\/app\/routes\/checkout\.tsx\?__remix/,
}
const everyPage = /\/app\/(root\.tsx\?__remix|entry\.client\.tsx$)/
const framework =
  /commonjsHelpers|\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run\/[a-z-]+)\//
// Re-exported by what every page imports, called by pages of staff alone.
const staffPaths = /\/app\/core\/staff-paths\.ts$/
// Likewise, called by pages of streams, of mail and of the assistant alone.
const laterPaths = /\/app\/core\/(assistant|chat|live|mail)-paths\.ts$/
// The event list shares these with the product page, and the rest of what it shares only with pages without a budget.
const choices = /\/app\/ui\/(select|field-frame)\.tsx$/
// Downloaded together wherever they are, and named by the shell of every page: one file each.
const together: Record<string, RegExp> = {
  // what the account's menu and bell share with other pages
  'menu-parts':
    /\/(lucide-react\/dist\/esm\/icons\/(log-out|scan-line)\.m?js|app\/browser\/(use-polling|forget-packs)\.ts|app\/core\/community-paths\.ts)$/,
  forms: /\/node_modules\/@conform-to\//,
  combobox: /\/app\/(ui\/combobox|browser\/use-debounced-request)\.tsx?$/,
}
// Small shared files that go into the one that all three pages load: a few hundred bytes more on one page, a request less on the others.
const joined: Record<string, string> = {
  'events-event': 'home-events-event',
  'home-event': 'home-events-event',
}
const stylesheet = /\.css\.ts\.vanilla\.css$/
const look = /\/app\/ui\/.*\.css\.ts\.vanilla\.css$/

/** Returns whether a module is an entry of the first load of a public page. */
export function isInFirstLoad(id: string): boolean {
  return [everyPage, ...Object.values(publicPages)].some((pattern) => pattern.test(id))
}

/** Collects a module and all that it imports, directly or not. */
function downloadedWith(id: string, graph: Rollup.ManualChunkMeta, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) downloadedWith(next, graph, found)
  return found
}

/** Decides which file each module goes to; Rollup splits those that are not in the map. */
function group(graph: Rollup.ManualChunkMeta): Map<string, string> {
  const ids = [...graph.getModuleIds()]
  const pagesOf = new Map<string, string[]>()
  for (const [page, pattern] of Object.entries(publicPages))
    for (const entry of ids.filter((id) => pattern.test(id)))
      for (const id of downloadedWith(entry, graph)) pagesOf.set(id, [...(pagesOf.get(id) ?? []), page])
  const groups = new Map<string, string>()
  for (const [id, pages] of pagesOf) {
    // True for a module of one public page that pages without a budget import too: Rollup would make a file of each.
    const isShared = graph.getModuleInfo(id)?.importers.some((importer) => !pagesOf.has(importer))
    const name = pages.join('-')
    if (pages.length > 1) groups.set(id, joined[name] ?? name)
    else if (isShared) groups.set(id, `${pages[0]}-and-more`)
  }
  const entries = ids.filter((id) => everyPage.test(id))
  for (const entry of entries)
    for (const id of downloadedWith(entry, graph)) if (!entries.includes(id)) groups.set(id, 'shell')
  // Leaves out the stylesheets of the checkout alone: no visit begins there.
  const isGrouped = (id: string) => groups.has(id) && !groups.get(id)?.startsWith('checkout')
  const isShared = (id: string) => isGrouped(id) || graph.getModuleInfo(id)?.importers.some(isGrouped)
  for (const id of ids) {
    if (framework.test(id)) groups.set(id, 'framework')
    // Adds what public pages share: each small stylesheet more is a request that the first paint waits for.
    if (look.test(id) || (stylesheet.test(id) && isShared(id))) groups.set(id, 'look')
    if (staffPaths.test(id)) groups.set(id, 'staff-paths')
    if (laterPaths.test(id)) groups.set(id, 'later-paths')
    if (choices.test(id)) groups.set(id, 'choices')
    for (const [name, parts] of Object.entries(together)) if (parts.test(id)) groups.set(id, name)
  }
  return groups
}

/**
 * Puts modules that are downloaded together into one file: the framework (which changes seldom and stays in the browser's cache), the
 * shell around every page, the stylesheets of app/ui and of what public pages share, and the rest that those share. Without it the home page's JavaScript is 9.4 kB
 * larger (gzip, because small files compress badly), its CSS 2.5 kB, and it is 43 files instead of 8.
 */
export function chunkGroups(): Plugin {
  let groups: Map<string, string> | undefined
  return {
    name: 'chunk-groups',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    config: () => ({
      build: {
        rollupOptions: {
          output: {
            manualChunks(id, graph) {
              groups ??= group(graph)
              return groups.get(id)
            },
          },
        },
      },
    }),
  }
}
