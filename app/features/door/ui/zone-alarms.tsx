import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import type { DoorZone } from '../door.types.ts'
import { alarmNews, alarmText, levelOf } from '../zones/zones.rules.ts'
import * as css from './zone-alarms.css.ts'

const unread: readonly DoorZone[] = []
const icons = { amber: TriangleAlert, red: CircleAlert }

/** Shows which zones are nearly full or held, in a line each; reads an alarm aloud when it begins or ends, and no figure after it. */
export function ZoneAlarms({ zones = unread }: { zones: readonly DoorZone[] | undefined }) {
  const [heard, setHeard] = useState({ zones: unread, news: '' })
  if (heard.zones !== zones) setHeard({ zones, news: alarmNews(heard.zones, zones) || heard.news })
  return (
    <>
      <p className={visuallyHidden} role="status">
        {heard.news}
      </p>
      <ul className={css.alarms} data-testid="zone-alarms">
        {zones.map((zone) => {
          const level = levelOf(zone)
          if (level === 'none') return null
          const Icon = icons[level]
          return (
            <li key={zone.id} className={css.alarm[level]}>
              <Icon size={20} aria-hidden="true" className={css.icon} />
              <span>
                <strong>{zone.name}</strong> {alarmText(zone)}
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
