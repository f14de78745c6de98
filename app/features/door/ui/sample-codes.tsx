import { printTicketCode } from '#core/ticket-code.ts'
import { Card } from '#ui/card.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { scanName, verdictNames, verdictOf } from '../door.rules.ts'
import type { Sample } from '../practice/practice.rules.ts'
import * as css from './sample-codes.css.ts'

/** Codes to read from this screen or from paper, or to type: each leads to one result of the door. */
export function SampleCodes({
  samples,
}: {
  samples: (Pick<Sample, 'code' | 'result' | 'about'> & { picture: { size: number; path: string } })[]
}) {
  return (
    <ul className={css.codes}>
      {samples.map(({ code, result, about, picture }) => {
        const judged = { result, bounce: false }
        const name = about ?? scanName(judged)
        return (
          <Card as="li" key={code} padding="sm">
            <div className={css.code}>
              <QrCode picture={picture} label={`Sample code: ${name}`} />
              <div>
                <h2 className={css.name}>{name}</h2>
                <p>{verdictNames[verdictOf(judged)]}</p>
                <p className={css.typed}>{printTicketCode(code)}</p>
              </div>
            </div>
          </Card>
        )
      })}
    </ul>
  )
}
