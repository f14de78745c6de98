import type { RefObject } from 'react'
import { formatClock } from '#core/event-time.ts'
import { goodsText } from '#core/goods.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import type { FoundPickups, HandedOver } from '../pickup.types.ts'

const notFound: Record<Exclude<FoundPickups['result'], 'ok'>, string> = {
  unknown: 'Nothing found for this code or name.',
  wrong_event: 'This ticket is for another event.',
  old_code: 'This ticket has a new code. Ask for the current one.',
  bad_signature: 'We didn’t issue this code.',
}

/** Says why there is nothing to hand over. */
export function Found({ found }: { found: FoundPickups }) {
  if (found.result !== 'ok') return <Banner tone="warning" title={notFound[found.result]} />
  return found.orders.length > 0 ? null : (
    <Banner tone="neutral" title="Nothing to pick up here.">
      <p>Nothing for this person to pick up here.</p>
    </Banner>
  )
}

/** Says that there was no answer, and asks again. Nobody knows whether a hand-over was recorded. */
export function NoAnswer({
  isHandOver,
  tries,
  busy,
  isOnline,
  button,
  onAgain,
}: {
  isHandOver: boolean
  tries: number
  busy: boolean
  isOnline: boolean
  button: RefObject<HTMLButtonElement>
  onAgain: () => void
}) {
  return (
    <div data-testid="no-answer">
      <Banner
        id="no-answer"
        tone="danger"
        title={tries > 1 ? 'Still no answer from the server.' : 'No answer from the server.'}
        action={
          <Button
            ref={button}
            size="lg"
            busy={busy}
            disabled={!isOnline}
            aria-describedby="no-answer"
            onClick={onAgain}
          >
            Ask again
          </Button>
        }
      >
        <p>
          {isHandOver
            ? 'The hand-over may have been recorded, or not. Ask again before anything leaves the table: nothing is recorded twice.'
            : 'Nothing could be looked up. Check the connection, then ask again.'}
        </p>
      </Banner>
    </div>
  )
}

/** Says what was handed over, and what somebody else was quicker with. */
export function Handed({ handed, timeZone }: { handed: HandedOver; timeZone: string }) {
  const now = handed.items.filter(({ result }) => result === 'handed')
  const before = handed.items.filter(({ result }) => result !== 'handed')
  return (
    <>
      {now.length > 0 && (
        <div data-testid="handed">
          <Banner tone="success" title="Handed over.">
            <p>{now.map(goodsText).join(', ')}</p>
          </Banner>
        </div>
      )}
      {before.length > 0 && (
        <div data-testid="not-handed">
          <Banner tone="danger" title="Do not hand over.">
            {before.map((item) => (
              <p key={item.id}>
                {item.result === 'already'
                  ? `${goodsText(item)}: ${handedBefore(item, timeZone)}.`
                  : `${goodsText(item)}: no longer waits here.`}
              </p>
            ))}
          </Banner>
        </div>
      )}
    </>
  )
}

/** Says when, where and by whom: `handed over before, 9:40 PM at Merch table by Dex`. */
function handedBefore(
  { handedAt, handedIn, handedBy }: HandedOver['items'][number],
  timeZone: string,
): string {
  const parts = [
    handedAt ? `handed over before, ${formatClock(handedAt, timeZone)}` : 'handed over before',
    handedIn && `at ${handedIn}`,
    handedBy && `by ${handedBy}`,
  ]
  return parts.filter(Boolean).join(' ')
}
