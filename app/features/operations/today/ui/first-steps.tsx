import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { firstStepsOf, type SiteState } from '../today.rules.ts'
import type { Today } from '../today.types.ts'
import { Steps } from './steps.tsx'
import * as css from './today.css.ts'

/** Shows what a new site needs before it sells, until all of it is done or a first order was paid. */
export function FirstSteps({ steps: read, site }: { steps: Today['firstSteps']; site: SiteState }) {
  if (!read) return null
  const steps = firstStepsOf(read, site)
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  return (
    <section className={css.section} aria-labelledby="first-steps-title" data-testid="first-steps">
      <h2 id="first-steps-title" className={css.sectionTitle}>
        First steps
      </h2>
      <Card padding="sm">
        <div className={css.sale}>
          <p>
            <Badge tone="warning">{`${done} of ${steps.length} done`}</Badge>
          </p>
          <Steps steps={steps} />
        </div>
      </Card>
    </section>
  )
}
