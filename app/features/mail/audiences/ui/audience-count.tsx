import { stack, text } from '#ui/layout.css.ts'
import { StatTile } from '#ui/stat-tile.tsx'
import type { AudienceCount } from '../audiences.types.ts'
import * as css from './audience-builder.css.ts'

const inUs = (count: number) => count.toLocaleString('en-US')

/**
 * Shows how many people an audience has, how many of them it reaches, and ten masked addresses.
 * @param isNotice the audience holds tickets of an event and gets a notice, whatever they agreed to
 */
export function AudienceFigures({ count, isNotice = false }: { count: AudienceCount; isNotice?: boolean }) {
  const { people, reachable, samples } = count
  return (
    <div className={stack[4]} role="status">
      <StatTile
        label={isNotice ? 'Ticket holders' : 'Can get this email'}
        value={inUs(reachable)}
        hint={isNotice ? 'Sent whether or not they agreed to news' : `of ${inUs(people)} who match`}
      />
      {samples.length > 0 && (
        <div className={stack[2]}>
          <p className={text.small}>For example</p>
          <ul className={css.samples}>
            {samples.map(({ address, city }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: masked addresses repeat
              <li key={index}>{city ? `${address}, ${city}` : address}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
