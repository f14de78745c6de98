import * as paths from '#core/paths.ts'
import { LinkButton } from '#ui/button.tsx'

/** Links to the lists, for those who search nothing. */
export function SearchWays({ size, onGo }: { size?: 'sm'; onGo?: () => void }) {
  return (
    <>
      <LinkButton
        to={paths.events()}
        size={size}
        variant={size === 'sm' ? 'secondary' : 'primary'}
        onClick={onGo}
      >
        See events
      </LinkButton>
      <LinkButton to={paths.shop()} size={size} variant="secondary" onClick={onGo}>
        See the shop
      </LinkButton>
      <LinkButton to={paths.community()} size={size} variant="secondary" onClick={onGo}>
        See the community
      </LinkButton>
    </>
  )
}
