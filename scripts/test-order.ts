import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that start before the others of their project. Some walk over lists, or compute figures, that hold the rows of every
 * test before them: run late, they do several times the work. The others take longest: started late, they would run alone at
 * the end.
 */
export const first = [
  'e2e/specification-screens',
  'e2e/specification-screens.proof',
  'e2e/operations-today',
  'e2e/shell-html.proof',
  'e2e/events-secrets.proof',
  'e2e/survival.proof',
  'e2e/orders-capacity.proof',
  'e2e/orders-codes.proof',
  'e2e/orders-one-price.proof',
  'e2e/launcher.proof',
  'supabase/tests/analytics-sources.proof',
  'supabase/tests/orders-lives.proof',
  'supabase/tests/orders-prices.proof',
  'supabase/tests/analytics-dashboard.proof',
  'supabase/tests/orders-event-changes.proof',
]

/** Orders the files of a run: project by project, the files named above first. The rest is vitest's own order. */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = sorted.map(({ project }) => project.name)
    const rank = ({ moduleId }: TestSpecification) => {
      const at = first.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return at < 0 ? first.length : at
    }
    return sorted.toSorted(
      (a, b) => projects.indexOf(a.project.name) - projects.indexOf(b.project.name) || rank(a) - rank(b),
    )
  }
}
