import { Form } from '@remix-run/react'
import { formatClock } from '#core/event-time.ts'
import { goodsText } from '#core/goods.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import type { HandOverConflict } from '../pickup.types.ts'
import * as css from './pickup-station.css.ts'

const titles: Record<HandOverConflict['conflict'], string> = {
  already: 'Handed over twice',
  gone: 'Handed over after it was canceled or shipped',
  no_stock: 'Handed over, but no stock on any shelf',
}

/** Says where and by whom: `9:40 PM, Side, Phone 3, by Dex`. */
function handText({ at, gate, device, by }: HandOverConflict['hand'], timeZone: string): string {
  return [formatClock(at, timeZone), gate, device, by && `by ${by}`].filter(Boolean).join(', ')
}

/** Lists hand-overs of phones without a network that met another one, for door managers, who say what became of the goods. */
export function HandOverConflicts({
  conflicts,
  timeZone,
}: {
  conflicts: HandOverConflict[]
  timeZone: string
}) {
  if (conflicts.length === 0) return null
  return (
    <section className={stack[3]} aria-labelledby="hand-over-conflicts" data-testid="hand-over-conflicts">
      <h2 id="hand-over-conflicts">Decide what happened</h2>
      {conflicts.map((conflict) => (
        <Card key={`${conflict.scan} ${conflict.id}`} as="section" aria-label={`Order ${conflict.order}`}>
          <Form method="post" className={stack[3]}>
            <input type="hidden" name="intent" value="resolve" />
            <input type="hidden" name="scan" value={conflict.scan} />
            <input type="hidden" name="item" value={conflict.id} />
            <div>
              <h3 className={css.name}>{titles[conflict.conflict]}</h3>
              <p>{`${goodsText(conflict)}, order ${conflict.order}`}</p>
            </div>
            <dl className={css.hands}>
              {conflict.kept && (
                <div>
                  <dt>First</dt>
                  <dd>{handText(conflict.kept, timeZone)}</dd>
                </div>
              )}
              <div>
                <dt>{conflict.kept ? 'Second' : 'Handed over'}</dt>
                <dd>{handText(conflict.hand, timeZone)}</dd>
              </div>
            </dl>
            <div className={cluster[2]}>
              <Button type="submit" name="outcome" value="same" variant="secondary">
                {conflict.conflict === 'already' ? 'Only one was given' : 'Nothing was given'}
              </Button>
              <Button type="submit" name="outcome" value="returned" variant="secondary">
                It came back
              </Button>
              <Button type="submit" name="outcome" value="missing" variant="secondary">
                It’s gone: take it off the shelf
              </Button>
            </div>
          </Form>
        </Card>
      ))}
    </section>
  )
}
