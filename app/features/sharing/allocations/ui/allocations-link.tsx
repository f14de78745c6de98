import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'

/** Leads a member who has places to hand on to their page. */
export function AllocationsLink() {
  return (
    <Banner
      title="You have places to hand out"
      action={
        <LinkButton to={paths.myAllocations()} size="sm">
          Hand out places
        </LinkButton>
      }
    />
  )
}
