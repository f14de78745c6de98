import * as paths from '#core/paths.ts'
import { LinkButton } from '#ui/button.tsx'
import { cluster } from '#ui/layout.css.ts'
import { stepsOf, stepTexts } from '../people.rules.ts'
import type { Account } from '../people.types.ts'

/** Links to the pages that change an account, as far as its state allows. */
export function PersonActions({ id, account }: { id: string; account: Account }) {
  const steps = stepsOf(account)
  return (
    <div className={cluster[3]} data-testid="person-actions">
      {steps.map((step) => (
        <LinkButton key={step} to={paths.userManagementStep(id, step)} variant="secondary">
          {step === 'merge' ? 'Merge…' : stepTexts[step].link}
        </LinkButton>
      ))}
      <LinkButton to={paths.blockedBuyers({ person: id })} variant="secondary">
        Block from buying…
      </LinkButton>
    </div>
  )
}
