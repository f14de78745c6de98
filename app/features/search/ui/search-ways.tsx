import * as paths from '#core/paths.ts'
import { LinkButton } from '#ui/button.tsx'

/** Where to go instead of searching. */
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
