/**
 * Holds who may import whom (the table in docs/map.md) and that no files import each other in a circle, types included.
 * `npm run check` runs it. Tests may import packages and data that the code beside them may not.
 */
const test = '[.]test[.]tsx?$'
/** The folders outside of the site. */
const outside = '^(supabase|scripts|e2e|bench|tools)/|^server[.]ts$'

/** Forbids imports from one place to others. */
const never = (name, from, to) => ({ name, severity: 'error', from, to })

export default {
  forbidden: [
    never('no-circles', {}, { circular: true }),
    never('app-imports-nothing-outside', { path: '^app/', pathNot: test }, { path: outside }),
    never(
      'only-routes-and-entries-compose-features',
      { path: '^app/(ui|browser|server|core)/' },
      { path: '^app/(features|routes)/' },
    ),
    never('nothing-imports-a-route', { path: '^app/(?!routes/)' }, { path: '^app/routes/' }),
    never(
      'routes-never-import-routes',
      { path: '^app/(routes/.+)$' },
      { path: '^app/routes/', pathNot: '^app/$1$' },
    ),
    never(
      'features-never-import-features',
      { path: '^app/features/([^/]+)/' },
      { path: '^app/features/', pathNot: '^app/features/$1/' },
    ),
    never(
      'features-reach-the-server-from-server-files-alone',
      { path: '^app/features/', pathNot: `[.]server[.]tsx?$|${test}` },
      { path: '^app/server/', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'ui-browser-and-server-never-import-one-another',
      { path: '^app/(ui|browser|server)/' },
      { path: '^app/(ui|browser|server)/', pathNot: '^app/$1/' },
    ),
    never('core-imports-core-alone', { path: '^app/core/' }, { path: '^app/', pathNot: '^app/core/' }),
    never(
      'core-uses-no-package-but-zod',
      { path: '^app/core/', pathNot: test },
      { pathNot: '^app/|^node_modules/zod/|^(node:)?crypto$' },
    ),
    never('tools-import-no-folder-above', { path: '^tools/' }, { path: '^(supabase|scripts|e2e|bench)/' }),
    never(
      'the-stack-imports-tools-alone',
      { path: '^supabase/embedded/', pathNot: test },
      { path: '^(app|scripts|e2e|bench|supabase/(seed|tests|functions))/' },
    ),
    never(
      'scripts-never-import-tests-or-the-bench',
      { path: '^scripts/' },
      { path: '^(e2e|bench|supabase/tests)/' },
    ),
    never('tests-never-import-the-bench', { path: '^(e2e|supabase/tests)/' }, { path: '^bench/' }),
    never('database-tests-never-import-browser-tests', { path: '^supabase/' }, { path: '^(e2e|bench)/' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Sees imports of types, which are gone before anything runs.
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
