import { localEvents } from './mail-events-local.server.ts'
import type {
  MailEventAdapter,
  MailEventProvider,
  MailEventSettings,
  ProviderFetch,
} from './mail-events-port.server.ts'
import { resendEvents } from './mail-events-resend.server.ts'
import { sesEvents } from './mail-events-ses.server.ts'

/** The providers that may report what became of a mail. A new one is a file beside this one, an entry here, and a case in its test. */
export const mailEventProviders: readonly MailEventProvider[] = [sesEvents, resendEvents, localEvents]

/** Opens the providers whose settings are there. @returns them by name */
export function openMailEvents(
  settings: MailEventSettings,
  fetchText: ProviderFetch,
): Map<string, MailEventAdapter> {
  const opened = mailEventProviders.flatMap((provider) => {
    const adapter = provider.open(settings, fetchText)
    return adapter ? [[provider.name, adapter] as const] : []
  })
  return new Map(opened)
}
