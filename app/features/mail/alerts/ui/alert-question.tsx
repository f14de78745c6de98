import type { AlertLink } from '../alerts.types.ts'

/** Says what pressing the button on the page of an alert's link does. */
export function AlertQuestion({ purpose, email, event }: NonNullable<AlertLink>) {
  const to = email ?? 'you'
  switch (purpose) {
    case 'alert_confirm':
      return (
        <>
          <h2>{`Alert for ${event?.title}`}</h2>
          <p>
            {`We'll email ${to} once when tickets go on sale, and once the day before if you have none by then.`}
          </p>
        </>
      )
    case 'alert_end':
      return (
        <>
          <h2>{`Stop emails about ${event?.title}?`}</h2>
          <p>{`We'll stop emailing ${to} about this event.`}</p>
        </>
      )
    case 'address_confirm':
      return (
        <>
          <h2>Use this address?</h2>
          <p>{`We'll email ${to} about what you chose.`}</p>
        </>
      )
    case 'follows_end':
      return (
        <>
          <h2>Stop emails about new dates?</h2>
          <p>{`We'll stop emailing ${to} about artists and series you follow. You can turn them back on in your settings.`}</p>
        </>
      )
    case 'reminders_end':
      return (
        <>
          <h2>Stop all alerts?</h2>
          <p>{`We'll stop emailing ${to} the alerts and reminders you asked for. You can turn them back on in your settings.`}</p>
        </>
      )
    case 'digest_end':
      return (
        <>
          <h2>Stop the weekly email?</h2>
          <p>{`We'll stop emailing ${to} about the community. You can turn it back on in your settings.`}</p>
        </>
      )
  }
}
